-- How a user shows a list: hidden columns, density and saved views.
create table list_preference (
  user_id uuid not null references app_user (id) on delete cascade,
  list text not null,
  preferences jsonb not null,
  primary key (user_id, list)
);
