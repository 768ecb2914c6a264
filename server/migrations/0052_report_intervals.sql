-- The report intervals of devices by time, since the samples of an hour are compared with those that were due then. A
-- device without a row has always had the interval of today.
create table report_interval (
  device_no integer not null references device (no) on delete cascade,
  since timestamptz not null,
  seconds integer not null,
  primary key (device_no, since)
);

-- As `intervalMs` in the program: as configured in the portal, else as reported by the device, else a minute.
create function report_interval_of(settings jsonb, reported integer) returns integer immutable language sql as $$
  select coalesce((settings ->> 'ReportInterval')::int, reported, 60)
$$;

create function note_report_interval(no integer, before integer, after integer) returns void language sql as $$
  insert into report_interval (device_no, since, seconds)
  select no, '-infinity', before
  where before <> after and not exists (select from report_interval where device_no = no);
  insert into report_interval (device_no, since, seconds)
  select no, now(), after where before <> after
  on conflict (device_no, since) do update set seconds = excluded.seconds
$$;

create function note_configured_interval() returns trigger language plpgsql as $$
declare
  reported integer := (select reported_interval from device_state where device_no = new.no);
begin
  perform note_report_interval(
    new.no, report_interval_of(old.settings, reported), report_interval_of(new.settings, reported));
  return null;
end $$;
create trigger device__report_interval after update of settings on device
  for each row when ((new.settings -> 'ReportInterval') is distinct from (old.settings -> 'ReportInterval'))
  execute function note_configured_interval();

create function note_reported_interval() returns trigger language plpgsql as $$
declare
  configured jsonb := (select settings from device where no = new.device_no);
begin
  perform note_report_interval(
    new.device_no,
    report_interval_of(configured, old.reported_interval), report_interval_of(configured, new.reported_interval));
  return null;
end $$;
-- The many updates by readings do not call the function.
create trigger device_state__report_interval after update of reported_interval on device_state
  for each row when (new.reported_interval is distinct from old.reported_interval)
  execute function note_reported_interval();
