-- Any change to a user's role or rights, by the program or directly in SQL, ends the user's access tokens and live
-- connections, since both carry the session version. A refreshed token has the new rights.
create function raise_session_version() returns trigger language plpgsql as $$
begin
  new.session_version := greatest(new.session_version, old.session_version + 1);
  return new;
end $$;
create trigger app_user__raise_session_version before update on app_user for each row
  when (old.role_id <> new.role_id or old.site_id <> new.site_id or old.is_active <> new.is_active
    or old.deleted_at is distinct from new.deleted_at
    or (new.force_two_factor and not old.force_two_factor))
  execute function raise_session_version();

create function raise_session_versions_of_role() returns trigger language plpgsql as $$
begin
  update app_user set session_version = session_version + 1 where role_id = new.id;
  return null;
end $$;
create trigger role__raise_session_versions after update on role for each row
  when (old.priority <> new.priority) execute function raise_session_versions_of_role();

-- Roles of a site and everything below it now require a second factor.
create function raise_session_versions_below_site() returns trigger language plpgsql as $$
begin
  update app_user u set session_version = session_version + 1
  from site s
  where s.id = u.site_id and s.path like new.path || '%'
    and new.force_role_two_factor @> jsonb_build_array(jsonb_build_object('Id', u.role_id, 'Value', true))
    and not old.force_role_two_factor @> jsonb_build_array(jsonb_build_object('Id', u.role_id, 'Value', true));
  return null;
end $$;
create trigger site__raise_session_versions after update on site for each row
  when (old.force_role_two_factor <> new.force_role_two_factor)
  execute function raise_session_versions_below_site();

-- Notifies every process that caches callers or holds live connections that some may have ended.
create function announce_ended_sessions() returns trigger language plpgsql as $$
begin
  notify ended_sessions;
  return null;
end $$;
create trigger app_user__announce_ended_sessions after update on app_user for each row
  when (old.session_version <> new.session_version)
  execute function announce_ended_sessions();
create trigger session__announce_ended after update on session for each row
  when (old.revoked_at is distinct from new.revoked_at or old.is_setting_up <> new.is_setting_up
    or old.expires_at > new.expires_at)
  execute function announce_ended_sessions();
create trigger session__announce_deleted after delete on session for each row
  when (old.revoked_at is null) execute function announce_ended_sessions();
