-- How many devices and users are at each site: counting 100,000 devices by site for every look at the tree takes longer than
-- all the rest. As with alert_tally, writers only add rows, so that none waits for another, and a job adds them up. A site of
-- null is the inventory. The rows of a deleted site come to 0.
create table site_tally (
  site_id uuid,
  devices integer not null default 0,
  users integer not null default 0
);
create index site_tally__site_id on site_tally (site_id);

create function tally_devices() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into site_tally (site_id, devices) select site_id, count(*) from added group by 1;
  elsif tg_op = 'DELETE' then
    insert into site_tally (site_id, devices) select site_id, -count(*) from removed group by 1;
  else
    insert into site_tally (site_id, devices)
      select site_id, sum(n) from (select site_id, 1 from added union all select site_id, -1 from removed) as change (site_id, n)
      group by 1 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger device__tally_added after insert on device
  referencing new table as added for each statement execute function tally_devices();
create trigger device__tally_changed after update on device
  referencing new table as added old table as removed for each statement execute function tally_devices();
create trigger device__tally_removed after delete on device
  referencing old table as removed for each statement execute function tally_devices();

-- A deleted user keeps the row, for the history, and does not count.
create function tally_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into site_tally (site_id, users) select site_id, count(*) from added where deleted_at is null group by 1;
  elsif tg_op = 'DELETE' then
    insert into site_tally (site_id, users) select site_id, -count(*) from removed where deleted_at is null group by 1;
  else
    insert into site_tally (site_id, users)
      select site_id, sum(n) from (
        select site_id, 1 from added where deleted_at is null union all select site_id, -1 from removed where deleted_at is null
      ) as change (site_id, n) group by 1 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger app_user__tally_added after insert on app_user
  referencing new table as added for each statement execute function tally_users();
create trigger app_user__tally_changed after update on app_user
  referencing new table as added old table as removed for each statement execute function tally_users();
create trigger app_user__tally_removed after delete on app_user
  referencing old table as removed for each statement execute function tally_users();

-- Counted after the triggers exist: creating them has locked the tables, so nothing is added in between.
insert into site_tally (site_id, devices) select site_id, count(*) from device group by 1;
insert into site_tally (site_id, users) select site_id, count(*) from app_user where deleted_at is null group by 1;

-- Found by an index alone: the sites below one, and the devices of many sites with their states.
create index site__path__id on site (path, id);
create index device__site_id__no on device (site_id, no);
drop index device__site_id;
