-- Addresses to which messages have failed, and whether they get any.
create table blacklist_entry (
  id uuid primary key,
  -- In lower case, or a phone number without separators.
  receiver text not null,
  type text not null check (type in ('Email', 'Text')),
  is_blocked boolean not null default false,
  reason text,
  detail text,
  -- Messages that failed since the last one that arrived, and when the first and the last of them did.
  failures integer not null default 0,
  first_failure_at timestamptz,
  last_failure_at timestamptz,
  blocked_at timestamptz,
  -- null: until somebody ends it.
  blocked_until timestamptz,
  version integer not null default 1,
  unique (receiver, type)
);

-- Finds the users with a blocked number.
create index app_user__phone_number on app_user (regexp_replace(phone_number, '[^+0-9]', '', 'g'));
