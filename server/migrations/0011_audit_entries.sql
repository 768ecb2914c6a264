-- Audited actions are now entries of the audit log; events are what happens to alerts and devices. Hashes stay the
-- same, since they do not cover table and column names.
alter table audit_event rename to audit_entry;
alter table audit_entry rename constraint audit_event_pkey to audit_entry_pkey;
alter sequence audit_event_id_seq rename to audit_entry_id_seq;
alter index audit_event__at rename to audit_entry__at;
alter table audit_link rename column event_id to entry_id;
alter table audit_link rename constraint audit_link_event_id_key to audit_link_entry_id_key;
alter trigger audit_event__link on audit_entry rename to audit_entry__link;
alter trigger audit_event__append_only on audit_entry rename to audit_entry__append_only;
alter trigger audit_event__no_truncate on audit_entry rename to audit_entry__no_truncate;
alter function link_audit_event() rename to link_audit_entry;

create or replace function link_audit_entry() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into strict head from audit_head for update;
  head.position := head.position + 1;
  head.hash := audit_hash(head.hash, new);
  insert into audit_link (position, entry_id, hash) values (head.position, new.id, head.hash);
  update audit_head set position = head.position, hash = head.hash;
  return null;
end $$;

create or replace function refuse_audit_link_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from audit_entry where id = old.entry_id) then
      return old;
    end if;
  end if;
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end $$;

alter function forget_audit_events(timestamptz) rename to forget_audit_entries;
create or replace function forget_audit_entries(before timestamptz) returns bigint language plpgsql
  set search_path = public, pg_temp as $$
declare
  last_position bigint;
  forgotten bigint;
begin
  select coalesce(min(l.position), (select h.position + 1 from audit_head h)) - 1 into last_position
  from audit_link l join audit_entry e on e.id = l.entry_id
  where e.at >= before;
  delete from audit_entry e using audit_link l where l.entry_id = e.id and l.position <= last_position;
  get diagnostics forgotten = row_count;
  delete from audit_link where position < last_position;
  return forgotten;
end $$;
