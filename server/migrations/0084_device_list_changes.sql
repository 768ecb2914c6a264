-- Transactions that changed sites, devices or models. A process that keeps a list of devices in memory knows the snapshot in
-- which it read them, and finds here whether they have changed since. Times of commits are unknown to PostgreSQL.
create table device_list_change (
  xid xid8 primary key,
  at timestamptz not null default clock_timestamp()
);

create or replace function announce_catalogue_change() returns trigger language plpgsql as $$
begin
  insert into device_list_change (xid) values (pg_current_xact_id()) on conflict do nothing;
  notify catalogue;
  return null;
end $$;

-- A new or changed state has a newer `xmin`; a missing one has none.
create trigger device_state__announce_removal after delete on device_state
  for each statement execute function announce_catalogue_change();
