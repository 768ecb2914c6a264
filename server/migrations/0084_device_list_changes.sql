-- The transactions that changed sites, devices or models, or removed the state of a device. A process that keeps a list of devices
-- in memory knows a snapshot that the list is not older than, and finds here whether it may have changed since: a snapshot tells
-- which transactions it saw, but not when they were committed.
create table device_list_change (
  xid xid8 primary key,
  at timestamptz not null default clock_timestamp()
);
-- Rows below the first one may have been deleted. No process kept a list before this migration.
insert into device_list_change (xid) values (pg_current_xact_id());

create function note_device_list_change() returns trigger language plpgsql as $$
begin
  insert into device_list_change (xid) values (pg_current_xact_id()) on conflict do nothing;
  return null;
end $$;
-- Creating a trigger waits for the transactions that have changed its table.
create trigger site__note_list_change after insert or update or delete on site
  for each statement execute function note_device_list_change();
create trigger device__note_list_change after insert or update or delete on device
  for each statement execute function note_device_list_change();
create trigger device_model__note_list_change after insert or update or delete on device_model
  for each statement execute function note_device_list_change();
-- A new or changed state has a newer `xmin`; a missing one has none.
create trigger device_state__note_list_change after delete on device_state
  for each statement execute function note_device_list_change();
