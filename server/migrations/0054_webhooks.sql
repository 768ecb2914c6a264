-- HTTP requests as templates, and the events that they tell.
create table webhook_request (
  id uuid primary key,
  site_id uuid not null references site (id) on delete cascade,
  name text not null,
  url text not null,
  method text not null,
  content_type text not null,
  -- The rows of UrlVariables, Headers, Cookies, Body and Auth. Values of secret rows are sealed.
  parts jsonb not null,
  trust_self_signed boolean not null default false,
  -- The only certificate that is accepted, and what people read about it. null: those that anybody trusts.
  certificate jsonb,
  -- Sealed. Requests are signed with both until the previous one has run out.
  signing_secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- Nothing is sent from then on.
  stopped_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index webhook_request__site_id__name on webhook_request (site_id, lower(name));

-- Like a subscription, with a request in place of people. The columns with the same names have the same meaning.
create table webhook_event (
  id uuid primary key,
  site_id uuid not null references site (id) on delete cascade,
  -- Not restricted at once, so that a site can be deleted together with both.
  webhook_request_id uuid not null references webhook_request (id),
  -- Values for the config rows of its request. Values of secret rows are sealed.
  params jsonb not null,
  name text not null,
  is_active boolean not null default true,
  type text not null check (type in ('Devices', 'Groups', 'Sites')),
  all_devices boolean not null,
  alert_types text[],
  events text[] not null check (cardinality(events) > 0),
  start_hour double precision not null check (start_hour >= 0 and start_hour < 24),
  end_hour double precision not null check (end_hour >= 0 and end_hour <= 24),
  weekdays boolean[] not null check (cardinality(weekdays) = 7 and true = any(weekdays)),
  paused_until timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index webhook_event__site_id__name on webhook_event (site_id, lower(name));
create index webhook_event__webhook_request_id on webhook_event (webhook_request_id);
create index webhook_event__all_devices on webhook_event (site_id) where all_devices;

create table webhook_event_device (
  webhook_event_id uuid not null references webhook_event (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  primary key (webhook_event_id, device_id)
);
create index webhook_event_device__device_id on webhook_event_device (device_id);

create table webhook_event_device_group (
  webhook_event_id uuid not null references webhook_event (id) on delete cascade,
  device_group_id uuid not null references device_group (id) on delete cascade,
  primary key (webhook_event_id, device_group_id)
);
create index webhook_event_device_group__device_group_id on webhook_event_device_group (device_group_id);

create table webhook_event_site (
  webhook_event_id uuid not null references webhook_event (id) on delete cascade,
  site_id uuid not null references site (id) on delete cascade,
  primary key (webhook_event_id, site_id)
);
create index webhook_event_site__site_id on webhook_event_site (site_id);
