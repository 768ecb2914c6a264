-- One event told to one person in the portal.
create table portal_notice (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  event_seq bigint not null,
  kind text not null,
  at timestamptz not null,
  alert_id uuid,
  device_id uuid not null,
  -- Where it happened.
  site_path text collate "C" not null,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, event_seq, kind)
);
create index portal_notice__unread on portal_notice (user_id) where read_at is null;
create index portal_notice__created_at on portal_notice (created_at);
