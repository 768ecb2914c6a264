-- Lists select alerts by the path that their site had when they were raised. Paths have up to 150 characters. With 5 million
-- alerts, an index on the path was as large as the table, and counting spent most of its time comparing paths. So each path gets
-- a number.
create table alert_site_path (
  no integer generated always as identity primary key,
  path text collate "C" not null unique
);
insert into alert_site_path (path) select distinct site_path from alert;

create function number_alert_site_path(wanted text) returns integer language plpgsql as $$
declare
  known integer;
begin
  select no into known from alert_site_path where path = wanted;
  if known is null then
    -- If another transaction has inserted the path meanwhile, "do nothing" would return no number.
    insert into alert_site_path as present (path) values (wanted)
      on conflict (path) do update set path = present.path returning no into known;
  end if;
  return known;
end $$;

-- Nullable, since back-tests of the previous release copy the columns of this table without the trigger below.
alter table alert add column site_path_no integer;
drop index alert__site_path__started_at;
-- Rewrites the table. An update would leave as many dead rows as there are alerts.
-- Upgrade: the type does not change, and the trigger below numbers the alerts that the previous release inserts.
alter table alert alter column site_path_no type integer using number_alert_site_path(site_path);

create function number_site_path() returns trigger language plpgsql as $$
begin
  new.site_path_no := number_alert_site_path(new.site_path);
  return new;
end $$;
create trigger alert__number_site_path before insert on alert for each row execute function number_site_path();

-- Includes what counts and heatmaps need, so that they can use index-only scans.
create index alert__site_path_no__started_at on alert (site_path_no, started_at desc)
  include (ended_at, type_key, severity, confirmed, time_zone);
-- Index-only scans have to read the table for rows changed since the last vacuum.
alter table alert set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);

-- Finds alerts of more than four hours that were open at an instant. Shorter ones ended within four hours after it.
create index alert__long_by_end on alert (ended_at, started_at) where ended_at - started_at > interval '4 hours';
-- Without these statistics, PostgreSQL would expect a third of all alerts to be that long.
create statistics alert__duration on (ended_at - started_at) from alert;
