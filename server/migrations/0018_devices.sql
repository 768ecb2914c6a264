-- A device that was deleted, or released to the inventory. Its readings and alerts stay under its number and id, and its
-- hardware address is free again.
create table former_device (
  id uuid primary key,
  no integer not null unique,
  mac text not null,
  name text not null,
  model_id uuid not null,
  -- Its last site, which may have been deleted since; null if it was in the inventory.
  site_id uuid,
  site_path text collate "C",
  reason text not null check (reason in ('Deleted', 'Released')),
  ended_at timestamptz not null,
  ended_by uuid
);
create index former_device__mac on former_device (mac);

-- Rejected readings outlive the device that sent them.
alter table quarantine
  drop constraint quarantine_device_id_fkey,
  add constraint quarantine_device_id_fkey foreign key (device_id) references device (id) on delete set null;
create index quarantine__device_id on quarantine (device_id);

-- The ways in which a device has connected, each with its last address.
create table device_interface (
  device_no integer not null references device (no) on delete cascade,
  type text not null,
  ip text,
  connected_at timestamptz not null,
  primary key (device_no, type)
);

-- A retired model is not offered for new devices.
alter table device_model add column is_active boolean not null default true;
create unique index device_model__name on device_model (lower(name));
create index device__model_id on device (model_id);
