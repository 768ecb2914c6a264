-- Browsers that show notifications of their user, by the Push API.
create table push_browser (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  -- The sign-in in that browser. Once the user ends it, the browser gets nothing more. null: its time has passed.
  session_id uuid references session on delete set null,
  -- Where its push service takes messages, and with what they are encrypted for it.
  endpoint text not null unique,
  public_key text not null,
  auth_secret text not null,
  user_agent text not null,
  created_at timestamptz not null,
  -- When the portal was last opened in it.
  seen_at timestamptz not null,
  -- The last message that its push service has accepted, and when.
  message_id uuid,
  accepted_at timestamptz
);
create index push_browser__user on push_browser (user_id);
create index push_browser__session on push_browser (session_id);
create index push_browser__seen_at on push_browser (seen_at);

-- A browser whose user has signed out, or was signed out, must not show that user's alerts any more.
create function forget_push_browser_of_session() returns trigger language plpgsql as $$
begin
  delete from push_browser where session_id = new.id;
  return null;
end $$;

create trigger session__forget_push_browser after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function forget_push_browser_of_session();

-- Nor must any browser after all sessions of a user were ended, also one whose session had run out before.
create function forget_push_browsers_of_user() returns trigger language plpgsql as $$
begin
  delete from push_browser where user_id = new.id;
  return null;
end $$;

create trigger app_user__forget_push_browsers after update of session_version on app_user
  for each row when (old.session_version <> new.session_version)
  execute function forget_push_browsers_of_user();
