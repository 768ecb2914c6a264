create table alert (
  id uuid primary key,
  type_key text not null,
  severity text not null,
  device_no integer not null,
  device_id uuid not null,
  -- Fixed when the alert is raised: history keeps the names and sites of that time.
  device_name text not null,
  site_id uuid not null references site (id),
  site_name text not null,
  site_path text collate "C" not null,
  site_path_names jsonb not null,
  time_zone text not null,
  sensor text,
  unit text not null default '',
  started_at timestamptz not null,
  ended_at timestamptz,
  value real,
  peak real,
  peak_at timestamptz,
  threshold real,
  clear_level real,
  confirmed boolean not null default false,
  confirmed_by uuid,
  confirmed_at timestamptz,
  comment text,
  disposition text,
  end_reason text,
  ended_by uuid,
  -- Raised more often than a healthy signal would: stays open until the value has been calm.
  unstable boolean not null default false,
  raised_at timestamptz not null default now(),
  check (ended_at is null or ended_at >= started_at + interval '1 second')
);
-- At most one open alert of a type per device, whoever writes it.
create unique index alert__open on alert (device_no, type_key) where ended_at is null;
create index alert__site_path__started_at on alert (site_path text_pattern_ops, started_at desc);
create index alert__started_at on alert (started_at desc, id desc);
create index alert__device_id__started_at on alert (device_id, started_at desc);

-- When a device's rules must be evaluated without a new reading: holds, quiet times, staleness.
create table alert_timer (
  device_no integer not null references device (no) on delete cascade,
  type_key text not null,
  due_at timestamptz not null,
  primary key (device_no, type_key)
);
create index alert_timer__due_at on alert_timer (due_at);

-- Messages sent to the live rooms, numbered without gaps in commit order.
create table live_sequence (
  only_row boolean primary key default true check (only_row),
  seq bigint not null
);
insert into live_sequence (seq) values (0);
create table live_event (
  seq bigint primary key,
  at timestamptz not null default now(),
  site_path text collate "C" not null,
  event_type text not null,
  event text not null,
  device_id uuid not null,
  alert_id uuid
);
create index live_event__at on live_event (at);
