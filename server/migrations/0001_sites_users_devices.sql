-- Sites form one tree. `path` lists the ids from the root down to the site, so that a subtree is one prefix.
create table site (
  id uuid primary key,
  parent_id uuid references site (id),
  path text collate "C" not null unique,
  name text not null,
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  country text not null default '',
  time_zone text not null default 'UTC',
  is_active boolean not null default true,
  tenant_id text,
  organization_type text not null default 'Office',
  subscription_type text not null default 'Monthly',
  force_role_two_factor jsonb not null default '[]',
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create unique index site__parent_id__name on site (parent_id, lower(name));
-- There is only one root; every customer's site is below it.
create unique index site__root on site ((true)) where parent_id is null;

create table role (
  id uuid primary key,
  name text not null unique,
  priority integer not null
);
insert into role (id, name, priority) values
  ('01900000-0000-7000-9000-000000000100', 'System Administrator', 100),
  ('01900000-0000-7000-9000-000000000080', 'Site Administrator', 80),
  ('01900000-0000-7000-9000-000000000060', 'Site Manager', 60),
  ('01900000-0000-7000-9000-000000000040', 'Site Staff', 40),
  ('01900000-0000-7000-9000-000000000020', 'Viewer', 20);

create table app_user (
  id uuid primary key,
  site_id uuid not null references site (id),
  role_id uuid not null references role (id),
  email text not null,
  full_name text not null,
  phone_number text,
  user_title text,
  is_active boolean not null default true,
  notifications_enabled boolean not null default true,
  email_enabled boolean not null default true,
  text_enabled boolean not null default false,
  force_two_factor boolean not null default false,
  settings jsonb not null default '{}',
  password_hash text,
  -- When the temporary password expires; null if the user chose the password.
  password_expires_at timestamptz,
  confirmed_at timestamptz,
  -- Incremented by logout everywhere, deactivation and role or password changes: revokes all earlier access tokens.
  session_version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index app_user__email on app_user (lower(email)) where deleted_at is null;
create index app_user__site_id on app_user (site_id);

-- One sign-in. Its refresh tokens replace one another and are revoked together.
create table session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  user_agent text not null default '',
  address text not null default ''
);
create index session__user_id on session (user_id);

create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session (id) on delete cascade,
  generation integer not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_token__session_id on refresh_token (session_id);

create table sign_in_failure (
  email text not null,
  failed_at timestamptz not null default now()
);
create index sign_in_failure__email__failed_at on sign_in_failure (email, failed_at);

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  site_id uuid,
  action text not null,
  subject_id uuid,
  details jsonb not null default '{}'
);

create table device_model (
  id uuid primary key,
  name text not null unique,
  kinds text[] not null,
  settings jsonb not null default '{}'
);
insert into device_model (id, name, kinds) values
  ('01900000-0000-7000-a000-000000000001', 'EoT Sense 17',
   array['vape','sound','aggression','noise','temperature','tamper','humidity','light','motion','CO','ECO2','NH3','NO2','gas','IAQ','particulate','TVOC']),
  ('01900000-0000-7000-a000-000000000002', 'EoT Air',
   array['noise','temperature','humidity','light','motion','CO','ECO2','NO2','IAQ','particulate','TVOC']),
  ('01900000-0000-7000-a000-000000000003', 'EoT Climate',
   array['temperature','humidity','light','motion','ECO2']);

create table device (
  id uuid primary key,
  -- Short device key for tables with one row per sample: 4 bytes instead of 16 in each row and index entry.
  no integer generated always as identity unique,
  mac text not null unique,
  name text not null,
  model_id uuid not null references device_model (id),
  -- null: in the inventory, not claimed by a site yet.
  site_id uuid references site (id),
  is_active boolean not null default true,
  settings jsonb not null default '{}',
  key_hash bytea not null,
  claim_code_hash bytea,
  expires_at timestamptz,
  is_returned boolean not null default false,
  created_at timestamptz not null default now()
);
create index device__site_id on device (site_id);

create table gateway_token (
  id uuid primary key,
  site_id uuid not null references site (id),
  name text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  created_by uuid,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index gateway_token__site_id on gateway_token (site_id);

create table device_group (
  id uuid primary key,
  site_id uuid not null references site (id),
  name text not null,
  is_active boolean not null default true
);
create table device_group_device (
  device_group_id uuid not null references device_group (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  primary key (device_group_id, device_id)
);
