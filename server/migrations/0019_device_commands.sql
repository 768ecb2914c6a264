-- Commands to devices. They wait until the device is connected, or contacts the portal over HTTP.
create table device_command (
  id uuid primary key,
  device_id uuid not null references device (id) on delete cascade,
  command text not null,
  requested_by uuid,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  result text check (result in ('Done', 'Refused')),
  check ((answered_at is null) = (result is null))
);
create index device_command__device_id on device_command (device_id, requested_at desc);
create index device_command__waiting on device_command (expires_at) where answered_at is null;

-- Notifies the processes that devices are connected to, also when another process got the answer.
create function announce_device_command() returns trigger language plpgsql as $$
begin
  notify device_command;
  return null;
end $$;
create trigger device_command__announce after insert or update of answered_at on device_command
  for each statement execute function announce_device_command();
