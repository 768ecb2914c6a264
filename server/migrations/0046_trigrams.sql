-- Lists search for any part of a text. Trigram indexes serve that; without the extension, a search reads the whole table
-- (decision 054).
do $$
begin
  create extension if not exists pg_trgm;
  create index device__search_text on device using gin (search_text gin_trgm_ops);
  create index app_user__search_text on app_user using gin (search_text gin_trgm_ops);
  create index site__lower_name on site using gin (lower(name) gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'searches in lists are slower, since pg_trgm cannot be created: %', sqlerrm;
end $$;
