-- One event told to one receiver. Names are those of the time, so that the log stays readable.
create table webhook_delivery (
  -- Sent as webhook-id in every attempt.
  id uuid primary key,
  event_seq bigint not null,
  kind text not null,
  webhook_event_id uuid references webhook_event (id) on delete set null,
  event_name text not null,
  webhook_request_id uuid references webhook_request (id) on delete set null,
  request_name text not null,
  host text not null,
  site_id uuid not null,
  site_name text not null,
  site_path text collate "C" not null,
  device_id uuid not null,
  alert_id uuid,
  alert_type text,
  subject text not null,
  -- The value of each variable, the same in every attempt.
  variables jsonb not null,
  status text not null check (status in ('waiting', 'held', 'sent', 'failed', 'stopped', 'dropped')),
  result_code smallint,
  message text,
  -- All attempts, and those since it was last delivered again, by which the next delay is chosen.
  attempts integer not null default 0,
  tries integer not null default 0,
  duration_ms integer,
  next_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index webhook_delivery__event on webhook_delivery (event_seq, webhook_event_id);
create index webhook_delivery__created_at on webhook_delivery (created_at);
create index webhook_delivery__site_path on webhook_delivery (site_path text_pattern_ops, created_at desc);
create index webhook_delivery__webhook_request_id on webhook_delivery (webhook_request_id, created_at);
create index webhook_delivery__webhook_event_id on webhook_delivery (webhook_event_id);
create index webhook_delivery__alert_id on webhook_delivery (alert_id);
create index webhook_delivery__held on webhook_delivery (id) where status = 'held';
create index webhook_delivery__waiting on webhook_delivery (webhook_request_id) where status = 'waiting';

create table webhook_attempt (
  id uuid primary key,
  delivery_id uuid not null references webhook_delivery (id) on delete cascade,
  at timestamptz not null,
  duration_ms integer not null,
  result_code smallint not null,
  message text not null,
  status integer,
  -- The request with secrets masked, and the beginning of the response.
  request text,
  response text
);
create index webhook_attempt__delivery_id on webhook_attempt (delivery_id, at);
