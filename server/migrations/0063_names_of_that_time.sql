-- Who did something is recorded with the name of that time. Looked up later, it would change with every renaming, and
-- the former customer of a user who has moved to another one would see the name they have there.
alter table audit_entry
  -- null if nobody is known, and for the program itself.
  add column actor_name text,
  -- What the hash of the entry covers. 1: all but the place and the name of the actor. 2: everything, itself included.
  add column hash_version smallint not null default 1;
alter table audit_entry alter column hash_version set default 2;

-- The hashes of existing entries do not cover this column, and stay as they are.
alter table audit_entry disable trigger audit_entry__append_only;
update audit_entry set actor_name = app_user.full_name from app_user where app_user.id = audit_entry.actor_id;
alter table audit_entry enable trigger audit_entry__append_only;

create or replace function audit_bytes(entry audit_entry) returns bytea immutable language sql as $$
  select convert_to((case entry.hash_version
    when 1 then jsonb_build_array(
      entry.id, extract(epoch from entry.at), entry.actor_id, entry.site_id, entry.action, entry.subject_id, entry.details
    ) || case when entry.address is null then '[]'::jsonb else jsonb_build_array(entry.address) end
    else jsonb_build_array(
      entry.hash_version, entry.id, extract(epoch from entry.at), entry.actor_id, entry.actor_name, entry.site_id,
      entry.site_path, entry.site_name, entry.action, entry.subject_id, entry.details, entry.address
    )
  end)::text, 'UTF8')
$$;

create or replace function audit_hash(previous bytea, event audit_entry) returns bytea immutable language sql as $$
  select sha256(previous || audit_bytes(event))
$$;

alter table alert
  add column confirmed_by_name text,
  add column ended_by_name text,
  add column snoozed_by_name text;
update alert set
  confirmed_by_name = (select full_name from app_user where id = confirmed_by),
  ended_by_name = (select full_name from app_user where id = ended_by),
  snoozed_by_name = (select full_name from app_user where id = snoozed_by)
where coalesce(confirmed_by, ended_by, snoozed_by) is not null;

create function name_people_of_new_alert() returns trigger language plpgsql as $$
begin
  new.confirmed_by_name := (select full_name from app_user where id = new.confirmed_by);
  new.ended_by_name := (select full_name from app_user where id = new.ended_by);
  new.snoozed_by_name := (select full_name from app_user where id = new.snoozed_by);
  return new;
end $$;
create trigger alert__name_people_of_new before insert on alert
  for each row when (coalesce(new.confirmed_by, new.ended_by, new.snoozed_by) is not null)
  execute function name_people_of_new_alert();

-- Stores only the names of people who act in this update: an older confirmation keeps the name it has.
create function name_people_of_alert() returns trigger language plpgsql as $$
begin
  if (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at) then
    new.confirmed_by_name := (select full_name from app_user where id = new.confirmed_by);
  end if;
  if new.ended_by is distinct from old.ended_by then
    new.ended_by_name := (select full_name from app_user where id = new.ended_by);
  end if;
  -- Ending a snooze early does not change who snoozed the alert.
  if new.snoozed_by is distinct from old.snoozed_by or new.snoozed_until > old.snoozed_until then
    new.snoozed_by_name := (select full_name from app_user where id = new.snoozed_by);
  end if;
  return new;
end $$;
-- The many updates that store the peak of an open alert do not call the function.
create trigger alert__name_people before update on alert
  for each row when (
    (new.confirmed_by, new.confirmed_at, new.ended_by, new.snoozed_by, new.snoozed_until)
      is distinct from (old.confirmed_by, old.confirmed_at, old.ended_by, old.snoozed_by, old.snoozed_until)
  )
  execute function name_people_of_alert();
