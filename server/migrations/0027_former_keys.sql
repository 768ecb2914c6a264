-- Every former key stays valid for as long as was promised when it was replaced, also if the device gets further keys
-- before that. Keys and their ends correspond by position.
alter table device
  add column former_key_hashes bytea[] not null default '{}',
  add column former_keys_until timestamptz[] not null default '{}';
update device set former_key_hashes = array[former_key_hash], former_keys_until = array[former_key_until]
  where former_key_hash is not null;
drop trigger device__announce_key on device;
alter table device
  drop constraint device__former_key,
  drop column former_key_hash,
  drop column former_key_until,
  add constraint device__former_keys check (cardinality(former_key_hashes) = cardinality(former_keys_until));
create trigger device__announce_key after update of mac, key_hash, former_key_hashes, former_keys_until on device
  for each statement execute function announce_device_key_change();
