-- What belongs to this database as a whole.
create table installation (
  only_row boolean primary key default true check (only_row),
  -- Of the key that its secrets are sealed with; tells it from every other key and nothing about it.
  secret_key_fingerprint bytea not null
);
