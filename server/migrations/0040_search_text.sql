-- What the searches of these lists look through, in lower case: computing it for each of 100,000 rows took most of the
-- time of a search. No text that is searched for has a line break, so none matches across two values.
alter table device add column search_text text not null
  generated always as (lower(name || E'\n' || mac)) stored;
alter table app_user add column search_text text not null
  generated always as (lower(full_name || E'\n' || email || E'\n' || coalesce(user_title, ''))) stored;
