-- Devices that expire are looked for every few seconds.
create index device__expires_at on device (expires_at) where expires_at is not null;
