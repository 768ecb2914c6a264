-- Reports that people put together for a site: which sections in which order, when, and for whom.
create table own_report (
  id uuid primary key,
  site_id uuid not null references site (id) on delete cascade,
  name text not null,
  sections text[] not null,
  schedule text not null check (schedule in ('None', 'Weekly', 'Monthly')),
  -- Otherwise it is limited to the devices and groups below.
  all_devices boolean not null,
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null,
  version integer not null default 1
);
create unique index own_report__site_id__name on own_report (site_id, lower(name));
create index own_report__created_by on own_report (created_by);

create table own_report_device (
  own_report_id uuid not null references own_report (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  primary key (own_report_id, device_id)
);
create index own_report_device__device_id on own_report_device (device_id);

create table own_report_device_group (
  own_report_id uuid not null references own_report (id) on delete cascade,
  device_group_id uuid not null references device_group (id) on delete cascade,
  primary key (own_report_id, device_group_id)
);
create index own_report_device_group__device_group_id on own_report_device_group (device_group_id);

create table own_report_user (
  own_report_id uuid not null references own_report (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  primary key (own_report_id, user_id)
);
create index own_report_user__user_id on own_report_user (user_id);

create table own_report_user_list (
  own_report_id uuid not null references own_report (id) on delete cascade,
  user_list_id uuid not null references user_list (id) on delete cascade,
  primary key (own_report_id, user_list_id)
);
create index own_report_user_list__user_list_id on own_report_user_list (user_list_id);

-- Not a reference: what was made stays, and keeps its period from being made again, when the own report is deleted.
alter table report add column own_report_id uuid;
create index report__own_report_id on report (own_report_id) where own_report_id is not null;

-- Once for each site, own report and period.
drop index report__scheduled;
create unique index report__scheduled on report (site_id, own_report_id, type, first_day) nulls not distinct
  where is_scheduled;

alter table report_cursor add column own_report_id uuid references own_report (id) on delete cascade;
alter table report_cursor drop constraint report_cursor_pkey;
create unique index report_cursor__key on report_cursor (site_id, type, own_report_id) nulls not distinct;
