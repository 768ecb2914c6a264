-- The names, in lower case, that devices and sites had when alerts were raised, and the time zones of these sites. A search finds
-- devices and sites here and their alerts by index, since reading all alerts takes seconds for 5 million.
-- First, as a process that raises an alert locks this table before those of names and paths.
lock table alert in share row exclusive mode;
create table alert_device_name (
  device_id uuid not null,
  name text not null,
  primary key (device_id, name)
);
create table alert_site_name (
  site_path_no integer not null references alert_site_path (no),
  name text not null,
  time_zone text not null,
  primary key (site_path_no, name, time_zone)
);

create function name_places_of_alerts() returns trigger language plpgsql as $$
begin
  -- In order, so that transactions that insert the same names wait for each other instead of ending in a deadlock.
  insert into alert_device_name
    select distinct device_id, lower(device_name) from changed order by 1, 2 on conflict do nothing;
  insert into alert_site_name
    select distinct site_path_no, lower(site_name), time_zone from changed order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;
create trigger alert__name_places after insert on alert referencing new table as changed
  for each statement execute function name_places_of_alerts();
insert into alert_device_name select distinct device_id, lower(device_name) from alert;
insert into alert_site_name select distinct site_path_no, lower(site_name), time_zone from alert;

-- As in 0046.
do $$
begin
  create extension if not exists pg_trgm;
  create index alert_device_name__name on alert_device_name using gin (name gin_trgm_ops);
  create index alert__lower_comment on alert using gin (lower(comment) gin_trgm_ops) where comment is not null;
  create index alert__lower_confirmed_by_name on alert using gin (lower(confirmed_by_name) gin_trgm_ops)
    where confirmed_by_name is not null;
exception when insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'searches in lists of alerts are slower, since pg_trgm cannot be created: %', sqlerrm;
end $$;
