-- Alerts are found by the path of their site at that time. Paths are as long as 150 characters: 5 million in an index took as
-- much space as the alerts themselves, and comparing them most of the time of a count. So each path has a number.
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
    -- An update that changes nothing, since another transaction may have inserted it, and its number is needed then too.
    insert into alert_site_path as present (path) values (wanted)
      on conflict (path) do update set path = present.path returning no into known;
  end if;
  return known;
end $$;

alter table alert add column site_path_no integer;
drop index alert__site_path__started_at;
-- Writes the table anew once; an update would leave as many dead rows. It may be null, since the release before copies the
-- columns of the table for its back-tests.
-- Upgrade: the type stays the same, and a trigger numbers the alerts that the release before inserts.
alter table alert alter column site_path_no type integer using number_alert_site_path(site_path);

create function number_site_path() returns trigger language plpgsql as $$
begin
  new.site_path_no := number_alert_site_path(new.site_path);
  return new;
end $$;
create trigger alert__number_site_path before insert on alert for each row execute function number_site_path();

-- With all that counts and heatmaps read, so that they need not read the alerts themselves.
create index alert__site_path_no__started_at on alert (site_path_no, started_at desc)
  include (ended_at, type_key, severity, confirmed, time_zone);
-- Rows that vacuum has not seen are read from the table nevertheless.
alter table alert set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);

-- For alerts that were open at a moment: those of at most four hours are found among the ends of the four hours after it, and
-- these among all later ends.
create index alert__long_by_end on alert (ended_at, started_at) where ended_at - started_at > interval '4 hours';
-- Without it, a third of all alerts would be taken for long ones.
create statistics alert__duration on (ended_at - started_at) from alert;
