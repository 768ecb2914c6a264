-- When the outage was detected. A message sent before cannot have reported it. null: release 0.1 detected it.
alter table outage add column detected_at timestamptz;
