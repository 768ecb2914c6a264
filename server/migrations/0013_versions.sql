-- Each change of an editable record increments its version, so that a save based on an older one is detected.
alter table site add column version integer not null default 1;
alter table app_user add column version integer not null default 1;
alter table device add column version integer not null default 1;
alter table device_model add column version integer not null default 1;
alter table device_group add column version integer not null default 1;

-- The address a change was requested from. Hashes of entries without one stay the same.
alter table audit_entry add column address text;
create or replace function audit_hash(previous bytea, event audit_entry) returns bytea immutable language sql as $$
  select sha256(previous || convert_to((jsonb_build_array(
    event.id, extract(epoch from event.at), event.actor_id, event.site_id, event.action, event.subject_id, event.details
  ) || case when event.address is null then '[]'::jsonb else jsonb_build_array(event.address) end)::text, 'UTF8'))
$$;

-- The history of a record, of a person and of a site, newest first.
create index audit_entry__subject_id on audit_entry (subject_id, id desc);
create index audit_entry__actor_id on audit_entry (actor_id, id desc);
create index audit_entry__site_id on audit_entry (site_id, id desc);
