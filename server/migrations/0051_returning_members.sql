-- A member that a move takes out of its group or list rejoins if another move brings it back within ten minutes, as undoing
-- the move does. Later, the move counts as meant.
create table left_group_device (
  device_group_id uuid not null references device_group (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  left_at timestamptz not null default now(),
  primary key (device_group_id, device_id)
);
create index left_group_device__device_id on left_group_device (device_id);
create table left_list_user (
  user_list_id uuid not null references user_list (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  left_at timestamptz not null default now(),
  primary key (user_list_id, user_id)
);
create index left_list_user__user_id on left_list_user (user_id);

create or replace function leave_device_groups(moved uuid[]) returns void language sql as $$
  insert into device_group_device (device_group_id, device_id)
  select gone.device_group_id, gone.device_id
  from left_group_device gone
    join device_group on device_group.id = gone.device_group_id
    join site home on home.id = device_group.site_id
    join device on device.id = gone.device_id
    join site on site.id = device.site_id
  where gone.device_id = any(moved) and gone.left_at > now() - interval '10 minutes'
    and starts_with(site.path, home.path)
  on conflict do nothing;

  delete from left_group_device gone
  where gone.device_id = any(moved)
    and (gone.left_at <= now() - interval '10 minutes' or exists (
      select from device_group_device member
      where member.device_group_id = gone.device_group_id and member.device_id = gone.device_id));

  with leaving as (
    delete from device_group_device member
    using device_group, site home, device left join site on site.id = device.site_id
    where member.device_id = any(moved)
      and device_group.id = member.device_group_id
      and home.id = device_group.site_id
      and device.id = member.device_id
      and (site.path is null or not starts_with(site.path, home.path))
    returning member.device_group_id, member.device_id
  )
  insert into left_group_device (device_group_id, device_id)
  select device_group_id, device_id from leaving
  on conflict (device_group_id, device_id) do update set left_at = excluded.left_at
$$;

create or replace function leave_user_lists(moved uuid[]) returns void language sql as $$
  insert into user_list_user (user_list_id, user_id)
  select gone.user_list_id, gone.user_id
  from left_list_user gone
    join user_list on user_list.id = gone.user_list_id
    join site home on home.id = user_list.site_id
    join app_user on app_user.id = gone.user_id and app_user.deleted_at is null
    join site on site.id = app_user.site_id
  where gone.user_id = any(moved) and gone.left_at > now() - interval '10 minutes'
    and starts_with(site.path, home.path)
  on conflict do nothing;

  delete from left_list_user gone
  where gone.user_id = any(moved)
    and (gone.left_at <= now() - interval '10 minutes' or exists (
      select from user_list_user member
      where member.user_list_id = gone.user_list_id and member.user_id = gone.user_id));

  with leaving as (
    delete from user_list_user member
    using user_list, site home, app_user, site
    where member.user_id = any(moved)
      and user_list.id = member.user_list_id
      and home.id = user_list.site_id
      and app_user.id = member.user_id
      and site.id = app_user.site_id
      and (app_user.deleted_at is not null or not starts_with(site.path, home.path))
    returning member.user_list_id, member.user_id, app_user.deleted_at
  )
  insert into left_list_user (user_list_id, user_id)
  select user_list_id, user_id from leaving where deleted_at is null
  on conflict (user_list_id, user_id) do update set left_at = excluded.left_at
$$;
