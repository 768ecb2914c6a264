-- Facts about this database as a whole.
create table installation (
  only_row boolean primary key default true check (only_row),
  -- Fingerprint of the key that seals its secrets: identifies the key and reveals nothing about it.
  secret_key_fingerprint bytea not null
);
