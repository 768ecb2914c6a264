-- One event told to one person on one channel, or the reason why not.
create table notification (
  id uuid primary key,
  event_seq bigint not null,
  kind text not null,
  at timestamptz not null,
  site_path text collate "C" not null,
  device_id uuid not null,
  alert_id uuid,
  user_id uuid not null references app_user (id) on delete cascade,
  channel text not null,
  -- The subscriptions by which the person is told.
  subscription_ids uuid[] not null,
  -- What else about this alert the person is to be told.
  follow_ups text[] not null default '{}',
  -- 'told': in a message, whose own status says what became of it.
  status text not null check (status in ('waiting', 'told', 'suppressed', 'expired')),
  reason text,
  -- Not told earlier, so that what belongs together arrives together.
  ready_at timestamptz not null,
  -- No longer news from then on.
  expires_at timestamptz,
  message_id uuid,
  created_at timestamptz not null,
  unique (event_seq, kind, user_id, channel)
);
create index notification__waiting on notification (user_id, channel, ready_at) where status = 'waiting';
create index notification__alert_id on notification (alert_id);
create index notification__message_id on notification (message_id);
create index notification__user_id__created_at on notification (user_id, created_at);
create index notification__created_at on notification (created_at);

-- When a person was last told something on a channel, and the message that waits. Locked by whoever changes either.
create table message_pace (
  user_id uuid not null references app_user (id) on delete cascade,
  channel text not null,
  -- The last three, oldest first.
  sent_at timestamptz[] not null default '{}',
  message_id uuid,
  due_at timestamptz,
  primary key (user_id, channel),
  check ((message_id is null) = (due_at is null))
);

create index subscription__all_devices on subscription (site_id) where all_devices;
