-- A site of which most devices fell silent together. It groups their offline alerts, so that one notice stands for all.
create table outage (
  id uuid primary key,
  site_id uuid not null references site (id) on delete cascade,
  site_path text collate "C" not null,
  -- The last contact among these devices: from then on all of them were silent.
  started_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at is null or ended_at >= started_at)
);
create index outage__open on outage (site_path text_pattern_ops) where ended_at is null;

create table outage_alert (
  alert_id uuid primary key references alert (id) on delete cascade,
  outage_id uuid not null references outage (id) on delete cascade
);
create index outage_alert__outage_id on outage_alert (outage_id);
