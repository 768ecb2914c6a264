-- Search by the beginnings of words and names, with what every PostgreSQL has: extensions such as pg_trgm are not
-- available everywhere. text_pattern_ops lets an index serve prefixes in any collation.
create index site__name_words on site using gin (to_tsvector('simple', name));
create index site__name_prefix on site (lower(name) text_pattern_ops);
create index device__name_words on device using gin (to_tsvector('simple', name));
create index device__name_prefix on device (lower(name) text_pattern_ops);
create index device__mac_prefix on device (mac text_pattern_ops);
create index app_user__name_words on app_user using gin (to_tsvector('simple', full_name));
create index app_user__name_prefix on app_user (lower(full_name) text_pattern_ops);
create index app_user__email_prefix on app_user (lower(email) text_pattern_ops);
