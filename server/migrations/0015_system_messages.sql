create table system_message (
  id uuid primary key,
  -- Administrators of this site manage the message. It is for this site or sites below.
  site_id uuid not null references site (id) on delete cascade,
  title text not null,
  description text not null,
  severity text not null,
  starts_at timestamptz not null,
  -- null: until the message is changed.
  ends_at timestamptz,
  is_active boolean not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (ends_at > starts_at)
);
create index system_message__site_id on system_message (site_id);

-- A message is for the people of these sites and of the sites below them. Without a site it is for nobody.
create table system_message_site (
  message_id uuid not null references system_message (id) on delete cascade,
  site_id uuid not null references site (id) on delete cascade,
  primary key (message_id, site_id)
);
create index system_message_site__site_id on system_message_site (site_id);

-- A message without a role is for all roles.
create table system_message_role (
  message_id uuid not null references system_message (id) on delete cascade,
  role_id uuid not null references role (id),
  primary key (message_id, role_id)
);

create table system_message_dismissal (
  message_id uuid not null references system_message (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  dismissed_at timestamptz not null,
  primary key (message_id, user_id)
);
create index system_message_dismissal__user_id on system_message_dismissal (user_id);
