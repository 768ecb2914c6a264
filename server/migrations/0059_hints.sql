-- Observations for people to check. They never raise, end or silence an alert.
create table hint (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references site (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  kind text not null,
  -- The alert or the sensor it is about.
  subject text not null,
  alert_id uuid,
  first_at timestamptz not null,
  last_at timestamptz not null,
  evidence jsonb not null,
  lead_seconds integer,
  rooms integer,
  days integer,
  dismissed_reason text,
  dismissed_comment text,
  dismissed_at timestamptz,
  dismissed_by uuid references app_user (id) on delete set null,
  unique (device_id, kind, subject)
);
create index hint__site on hint (site_id, last_at);
create index hint__site_first on hint (site_id, first_at);
create index hint__first on hint (first_at);
create index hint__last on hint (last_at);
create index hint__alert on hint (alert_id) where alert_id is not null;
create index hint__dismissed_by on hint (dismissed_by) where dismissed_by is not null;
-- When the rooms of a site were last compared.
create table hint_search (
  site_id uuid primary key references site (id) on delete cascade,
  at timestamptz not null
);
