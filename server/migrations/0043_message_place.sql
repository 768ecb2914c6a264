-- A message stays in the log of the place where its site was when it got one, wherever the site is now.
alter table message
  add column site_path text collate "C",
  add column site_name text;
update message set site_path = site.path, site_name = site.name from site where site.id = message.site_id;
create index message__site_path__created_at on message (site_path text_pattern_ops, created_at);

create function keep_message_place() returns trigger language plpgsql as $$
begin
  select path, name into new.site_path, new.site_name from site where id = new.site_id;
  return new;
end
$$;
create trigger message_place before insert or update of site_id on message for each row
  when (new.site_path is null and new.site_id is not null) execute function keep_message_place();
