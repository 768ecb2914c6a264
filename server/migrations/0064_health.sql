-- Running processes of the program. Each one updates its row every few seconds.
create table process (
  id uuid primary key,
  roles text[] not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When it could last receive readings over MQTT, if it has that role: its broker may be unreachable.
  heard_at timestamptz not null default now(),
  stopped_at timestamptz
);
-- Work of the program that is behind by more than its limit.
create table stall (
  id uuid primary key default gen_random_uuid(),
  work text not null,
  started_at timestamptz not null,
  told_at timestamptz,
  ended_at timestamptz
);
create unique index stall__open on stall (work) where ended_at is null;
create index stall__started on stall (started_at);
