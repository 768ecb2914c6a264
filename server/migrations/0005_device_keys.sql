-- A device without a key has no access, because its key was revoked. After a change the former key stays valid for a
-- while, so that the device can be given the new one.
alter table device
  alter column key_hash drop not null,
  add column former_key_hash bytea,
  add column former_key_until timestamptz,
  add constraint device__former_key check ((former_key_hash is null) = (former_key_until is null));

-- Notifies every process that holds device connections of each key that ends.
create function announce_device_key_change() returns trigger language plpgsql as $$
begin
  notify device_key;
  return null;
end $$;
create trigger device__announce_key after update of mac, key_hash, former_key_hash, former_key_until on device
  for each statement execute function announce_device_key_change();
create trigger device__announce_key_end after delete on device
  for each statement execute function announce_device_key_change();
