-- What happened to a message: attempts to send it, and what the provider reported afterwards.
create table message_attempt (
  id uuid primary key,
  message_id uuid not null references message (id) on delete cascade,
  at timestamptz not null,
  -- Accepted, Retry, Refused; reported: Delivered, Undelivered, Complaint.
  outcome text not null,
  -- The provider's answer, or why there was none.
  answer text,
  duration_ms integer
);
create index message_attempt__message_id on message_attempt (message_id, at);

alter table message add column delivered_at timestamptz;

-- Reports of providers that have been handled, so that repeated ones count once.
create table delivery_report (
  id text primary key,
  received_at timestamptz not null
);
create index delivery_report__received_at on delivery_report (received_at);
