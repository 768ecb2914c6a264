-- A session that may only be used to set up a second factor.
alter table session add column is_setting_up boolean not null default false;
-- The single sign-on provider has verified a second factor, so none of ours is required.
alter table session add column is_proven_elsewhere boolean not null default false;
-- When the user last authenticated, by password, code or single sign-on.
alter table session add column proven_at timestamptz not null default now();

-- Wrong passwords, wrong codes and wrong passwords from a known device are counted separately.
alter table sign_in_failure add column id bigint generated always as identity primary key;
alter table sign_in_failure add column way text not null default 'password';
drop index sign_in_failure__email__failed_at;
create index sign_in_failure__email__way__failed_at on sign_in_failure (email, way, failed_at);
create index sign_in_failure__failed_at on sign_in_failure (failed_at);

-- A browser the user has signed in with: guessing passwords from elsewhere does not lock its user out.
create table known_device (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null
);
create index known_device__user_id on known_device (user_id);

-- An incomplete sign-in: what it waits for, and what has been proven so far.
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

-- Codes of the links in emails.
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
  -- Time step of the newest accepted code: it and older ones are rejected from then on.
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

-- A single sign-on in progress, identified by the cookie of the browser that started it.
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
-- A linked user cannot be linked to another person who presents the same address.
create unique index sso_identity__user_id on sso_identity (user_id, issuer, tenant);

-- Outbox and log. The text of a mail is composed, and its secrets are generated, when it is sent.
create table mail (
  id uuid primary key,
  kind text not null,
  receiver text not null,
  user_id uuid references app_user (id) on delete set null,
  site_id uuid references site (id) on delete set null,
  details jsonb not null default '{}',
  -- requested → composed → sent, kept, failed or expired; dropped: there was no one to write to.
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
