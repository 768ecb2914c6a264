-- For some time, nobody is notified of what happens at a site and below it, to a device group or to a device.
create table maintenance_window (
  id uuid primary key,
  -- The site, or that of the group or device. A window has no effect at other sites, so a device that leaves it is notified of.
  site_id uuid not null references site (id) on delete cascade,
  device_group_id uuid references device_group (id) on delete cascade,
  device_id uuid references device (id) on delete cascade,
  starts_at timestamptz not null,
  -- Exclusive.
  ends_at timestamptz not null,
  reason text not null,
  -- Whether people are notified of alerts about tampering and dangerous gases all the same.
  tells_urgent boolean not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- Who ended it early.
  ended_by uuid,
  version integer not null default 1,
  check (ends_at >= starts_at),
  check (device_group_id is null or device_id is null)
);
create index maintenance_window__ends_at on maintenance_window (ends_at);
create index maintenance_window__site_id__ends_at on maintenance_window (site_id, ends_at);
create index maintenance_window__device_group_id on maintenance_window (device_group_id) where device_group_id is not null;
create index maintenance_window__device_id on maintenance_window (device_id) where device_id is not null;

-- 'held': waits for the end of maintenance.
alter table notification drop constraint notification_status_check;
alter table notification add constraint notification_status_check
  check (status in ('waiting', 'held', 'told', 'suppressed', 'expired'));
create index notification__held on notification (site_path text_pattern_ops) where status = 'held';
