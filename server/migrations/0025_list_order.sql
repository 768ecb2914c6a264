-- The order of these lists, in which the first page of 100,000 devices or 50,000 users is read without sorting them.
create index device__name on device (lower(name) nulls first, id);
drop index app_user__full_name;
create index app_user__full_name on app_user (lower(full_name) nulls first, id) where deleted_at is null;
