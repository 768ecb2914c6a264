-- Who is told about which events, and when. Targets and receivers that have moved away from the site stay listed; whether
-- they count is decided at each event.
create table subscription (
  id uuid primary key,
  site_id uuid not null references site (id) on delete cascade,
  name text not null,
  is_active boolean not null default true,
  -- Which selector the screen shows.
  type text not null check (type in ('Devices', 'Groups', 'Sites')),
  -- All devices of the site and its sub-sites.
  all_devices boolean not null,
  -- Keys; null: all, including those added later.
  alert_types text[],
  events text[] not null check (cardinality(events) > 0),
  -- On the clocks of the alert's site; equal: the whole day; after the end: overnight.
  start_hour double precision not null check (start_hour >= 0 and start_hour < 24),
  end_hour double precision not null check (end_hour >= 0 and end_hour <= 24),
  -- From Sunday.
  weekdays boolean[] not null check (cardinality(weekdays) = 7 and true = any(weekdays)),
  paused_until timestamptz,
  remind_after_minutes integer check (remind_after_minutes > 0),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index subscription__site_id__name on subscription (site_id, lower(name));

create table subscription_device (
  subscription_id uuid not null references subscription (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  primary key (subscription_id, device_id)
);
create index subscription_device__device_id on subscription_device (device_id);

create table subscription_device_group (
  subscription_id uuid not null references subscription (id) on delete cascade,
  device_group_id uuid not null references device_group (id) on delete cascade,
  primary key (subscription_id, device_group_id)
);
create index subscription_device_group__device_group_id on subscription_device_group (device_group_id);

create table subscription_site (
  subscription_id uuid not null references subscription (id) on delete cascade,
  site_id uuid not null references site (id) on delete cascade,
  primary key (subscription_id, site_id)
);
create index subscription_site__site_id on subscription_site (site_id);

-- Receivers. `stage` 1: told at once. 2: told when the subscription reminds.
create table subscription_user (
  subscription_id uuid not null references subscription (id) on delete cascade,
  stage smallint not null check (stage in (1, 2)),
  user_id uuid not null references app_user (id) on delete cascade,
  primary key (subscription_id, stage, user_id)
);
create index subscription_user__user_id on subscription_user (user_id);

create table subscription_user_list (
  subscription_id uuid not null references subscription (id) on delete cascade,
  stage smallint not null check (stage in (1, 2)),
  user_list_id uuid not null references user_list (id) on delete cascade,
  primary key (subscription_id, stage, user_list_id)
);
create index subscription_user_list__user_list_id on subscription_user_list (user_list_id);
