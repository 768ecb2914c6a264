-- How many alerts started in each UTC hour in the whole installation, by time zone, type and severity, which never change. Unlike the
-- tally by day, it can be counted by local time.
create table alert_hour_tally (
  hour timestamptz not null,
  time_zone text not null,
  type_key text not null,
  severity text not null,
  alerts integer not null
);
-- Blocks changes until the end of the migration, so that each alert is counted once.
lock table alert in share row exclusive mode;
create temporary table counted on commit drop as
  select date_bin('1 hour', started_at, '2000-01-01T00:00Z') as hour, time_zone, type_key, severity, confirmed, count(*) as alerts
  from alert group by 1, 2, 3, 4, 5;
insert into alert_hour_tally
  select hour, time_zone, type_key, severity, sum(alerts) from counted group by 1, 2, 3, 4 order by 1;
create index alert_hour_tally__hour on alert_hour_tally (hour);

delete from alert_day_tally;
-- An alert can be confirmed later, so a trigger then moves it from one count to the other. Upgrade: the previous release does not have this table.
alter table alert_day_tally add column confirmed boolean not null;
insert into alert_day_tally (day, type_key, severity, confirmed, alerts)
  select date_bin('1 day', hour, '2000-01-01T00:00Z'), type_key, severity, confirmed, sum(alerts)
  from counted group by 1, 2, 3, 4 order by 1;

create or replace function tally_alerts() returns trigger language plpgsql as $$
declare
  change constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into alert_tally
    select site_path, type_key, severity, count(*) * change from changed group by 1, 2, 3;
  insert into alert_day_tally (day, type_key, severity, confirmed, alerts)
    select date_bin('1 day', started_at, '2000-01-01T00:00Z'), type_key, severity, confirmed, count(*) * change
    from changed group by 1, 2, 3, 4;
  insert into alert_hour_tally
    select date_bin('1 hour', started_at, '2000-01-01T00:00Z'), time_zone, type_key, severity, count(*) * change
    from changed group by 1, 2, 3, 4;
  return null;
end $$;

create function tally_confirmation() returns trigger language plpgsql as $$
begin
  insert into alert_day_tally (day, type_key, severity, confirmed, alerts)
    select date_bin('1 day', new.started_at, '2000-01-01T00:00Z'), new.type_key, new.severity, confirmed, change
    from (values (old.confirmed, -1), (new.confirmed, 1)) as tally (confirmed, change);
  return null;
end $$;
create trigger alert__tally_confirmation after update of confirmed on alert
  for each row when (old.confirmed is distinct from new.confirmed) execute function tally_confirmation();
