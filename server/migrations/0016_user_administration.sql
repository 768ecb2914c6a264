-- When the user last signed in; null: never. Sessions are deleted after a while, so it is kept here.
alter table app_user add column last_sign_in_at timestamptz;
update app_user u set last_sign_in_at = s.last
from (select user_id, max(created_at) as last from session group by user_id) s where s.user_id = u.id;

-- Lists of users are sorted by name and searched in the subtree of a site.
create index app_user__full_name on app_user (lower(full_name), id) where deleted_at is null;
-- The few sites that require a second factor of a role.
create index site__forced_roles on site (path) where force_role_two_factor <> '[]';
