-- How many alerts started in each UTC hour in the whole installation, by time zone, type and severity, which never change. Unlike
-- the tally by day, it can be counted by local time.
create table alert_hour_tally (
  hour timestamptz not null,
  time_zone text not null,
  type_key text not null,
  severity text not null,
  alerts integer not null
);
-- Blocks inserts until the end of the migration, so that each alert is counted once.
lock table alert in share row exclusive mode;
insert into alert_hour_tally
  select date_bin('1 hour', started_at, '2000-01-01T00:00Z'), time_zone, type_key, severity, count(*)
  from alert group by 1, 2, 3, 4 order by 1;
create index alert_hour_tally__hour on alert_hour_tally (hour);

create or replace function tally_alerts() returns trigger language plpgsql as $$
begin
  insert into alert_tally
    select site_path, type_key, severity, count(*) * case tg_op when 'DELETE' then -1 else 1 end
    from changed group by 1, 2, 3;
  insert into alert_day_tally
    select date_bin('1 day', started_at, '2000-01-01T00:00Z'), type_key, severity, count(*) * case tg_op when 'DELETE' then -1 else 1 end
    from changed group by 1, 2, 3;
  insert into alert_hour_tally
    select date_bin('1 hour', started_at, '2000-01-01T00:00Z'), time_zone, type_key, severity,
      count(*) * case tg_op when 'DELETE' then -1 else 1 end
    from changed group by 1, 2, 3, 4;
  return null;
end $$;
