-- The live events become the product's events, which any feature may follow. Their numbers continue, so that browsers
-- that were disconnected catch up as before.
alter table live_sequence rename to event_sequence;
alter table event_sequence rename constraint live_sequence_pkey to event_sequence_pkey;
alter table event_sequence rename constraint live_sequence_only_row_check to event_sequence_only_row_check;

alter table live_event rename to event;
alter table event rename constraint live_event_pkey to event_pkey;
alter index live_event__at rename to event__stored_at;
alter table event rename column event to kind;
alter table event drop column event_type;
-- The storage time decides how long an event is kept; the event time is when it happened.
alter table event rename column at to stored_at;
alter table event add column at timestamptz, add column alert_type text;
update event set at = stored_at;
update event set
  alert_type = alert.type_key,
  at = case event.kind when 'AlertStarted' then alert.started_at
    when 'AlertEnded' then coalesce(alert.ended_at, event.stored_at) else event.stored_at end
from alert where alert.id = event.alert_id;
alter table event alter column at set not null;

-- The number of the last event each follower has handled.
create table event_cursor (
  name text primary key,
  seq bigint not null,
  moved_at timestamptz not null default now()
);
