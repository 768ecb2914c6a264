-- Such a session is there to set up a second factor, and opens nothing else.
alter table session add column is_setting_up boolean not null default false;
-- A second factor was proven to the provider of a single sign-on: none of ours is demanded.
alter table session add column is_proven_elsewhere boolean not null default false;
-- When its user last proved to be there, by password, code or single sign-on.
alter table session add column proven_at timestamptz not null default now();

-- Wrong passwords, wrong codes and wrong passwords from a device that is known are counted apart.
alter table sign_in_failure add column id bigint generated always as identity primary key;
alter table sign_in_failure add column way text not null default 'password';
drop index sign_in_failure__email__failed_at;
create index sign_in_failure__email__way__failed_at on sign_in_failure (email, way, failed_at);
create index sign_in_failure__failed_at on sign_in_failure (failed_at);

-- A browser somebody has signed in with: who guesses passwords elsewhere does not lock its user out.
create table known_device (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null
);
create index known_device__user_id on known_device (user_id);

-- A sign-in that is not complete: what it waits for, and what was proven so far.
create table sign_in_step (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  kind text not null,
  method text not null,
  has_second_factor boolean not null,
  session_version integer not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_step__user_id on sign_in_step (user_id);

-- Codes of the links in mails.
create table user_code (
  code_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  purpose text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_code__user_id__purpose on user_code (user_id, purpose);

create table two_factor (
  user_id uuid primary key references app_user (id) on delete cascade,
  sealed_secret text not null,
  -- Of the newest code that was accepted: neither it nor an older one is accepted again.
  last_step bigint not null,
  enabled_at timestamptz not null
);
create table two_factor_setup (
  user_id uuid primary key references app_user (id) on delete cascade,
  sealed_secret text not null,
  expires_at timestamptz not null
);
create table recovery_code (
  user_id uuid not null references app_user (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Single sign-on that is under way; found by the cookie of the browser that began it.
create table sso_attempt (
  browser_hash bytea primary key,
  sealed_checks text not null,
  expires_at timestamptz not null
);
create table sso_identity (
  issuer text not null,
  tenant text not null,
  subject text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, tenant, subject)
);
-- Whoever is linked already is not linked to somebody else who brings the same address.
create unique index sso_identity__user_id on sso_identity (user_id, issuer, tenant);

-- Outbox and log. What a mail says is composed, and its secrets are made, when it is sent.
create table mail (
  id uuid primary key,
  kind text not null,
  receiver text not null,
  user_id uuid references app_user (id) on delete set null,
  site_id uuid references site (id) on delete set null,
  details jsonb not null default '{}',
  -- requested → composed → sent, kept, failed or expired; dropped: there was nobody to write to.
  status text not null default 'requested',
  subject text not null default '',
  sealed_body text,
  attempts integer not null default 0,
  next_at timestamptz not null,
  lease uuid,
  error text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finished_at timestamptz
);
create index mail__next_at on mail (next_at) where status in ('requested', 'composed');
create index mail__receiver__kind__created_at on mail (lower(receiver), kind, created_at);
create index mail__created_at on mail (created_at);
