-- Device groups existed only as tables so far. A site's groups have different names, and are deleted with the site.
create unique index device_group__site_id__name on device_group (site_id, lower(name));
alter table device_group
  drop constraint device_group_site_id_fkey,
  add constraint device_group_site_id_fkey foreign key (site_id) references site (id) on delete cascade;
create index device_group_device__device_id on device_group_device (device_id);

create table user_list (
  id uuid primary key,
  site_id uuid not null references site (id) on delete cascade,
  name text not null,
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index user_list__site_id__name on user_list (site_id, lower(name));
create table user_list_user (
  user_list_id uuid not null references user_list (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  primary key (user_list_id, user_id)
);
create index user_list_user__user_id on user_list_user (user_id);

-- Members belong to the site of their group or list, or to a site below it. Triggers keep this true whatever moves or
-- deletes a device, a user or a site: each checks all rows of a statement at once. A move takes whole subtrees, so only
-- the members that moved can end up outside.
create function leave_device_groups(moved uuid[]) returns void language sql as $$
  delete from device_group_device member
  using device_group, site home, device left join site on site.id = device.site_id
  where member.device_id = any(moved)
    and device_group.id = member.device_group_id
    and home.id = device_group.site_id
    and device.id = member.device_id
    and (site.path is null or not starts_with(site.path, home.path))
$$;

create function leave_user_lists(moved uuid[]) returns void language sql as $$
  delete from user_list_user member
  using user_list, site home, app_user, site
  where member.user_id = any(moved)
    and user_list.id = member.user_list_id
    and home.id = user_list.site_id
    and app_user.id = member.user_id
    and site.id = app_user.site_id
    and (app_user.deleted_at is not null or not starts_with(site.path, home.path))
$$;

create function leave_groups_of_moved_devices() returns trigger language plpgsql as $$
begin
  perform leave_device_groups(array(
    select after.id from after join before using (id) where after.site_id is distinct from before.site_id));
  return null;
end $$;
create trigger device__leave_groups after update on device
  referencing old table as before new table as after
  for each statement execute function leave_groups_of_moved_devices();

create function leave_lists_of_moved_users() returns trigger language plpgsql as $$
begin
  perform leave_user_lists(array(
    select after.id from after join before using (id)
    where after.site_id <> before.site_id or after.deleted_at is distinct from before.deleted_at));
  return null;
end $$;
create trigger app_user__leave_lists after update on app_user
  referencing old table as before new table as after
  for each statement execute function leave_lists_of_moved_users();

create function leave_groups_and_lists_of_moved_sites() returns trigger language plpgsql as $$
declare
  moved uuid[] := array(select after.id from after join before using (id) where after.path <> before.path);
begin
  if cardinality(moved) > 0 then
    perform leave_device_groups(array(select id from device where site_id = any(moved)));
    perform leave_user_lists(array(select id from app_user where site_id = any(moved)));
  end if;
  return null;
end $$;
create trigger site__leave_groups_and_lists after update on site
  referencing old table as before new table as after
  for each statement execute function leave_groups_and_lists_of_moved_sites();
