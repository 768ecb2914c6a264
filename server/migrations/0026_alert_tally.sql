-- How many alerts have been raised at each site, by type and severity, which never change: counting 2 million alerts would
-- take a second. Raising alerts only adds rows, so that no transaction waits for another; a job adds them up.
create table alert_tally (
  site_path text collate "C" not null,
  type_key text not null,
  severity text not null,
  alerts integer not null
);
insert into alert_tally select site_path, type_key, severity, count(*) from alert group by 1, 2, 3;
create index alert_tally__site_path on alert_tally (site_path);

create function tally_alerts() returns trigger language plpgsql as $$
begin
  insert into alert_tally
    select site_path, type_key, severity, count(*) * case tg_op when 'DELETE' then -1 else 1 end
    from changed group by 1, 2, 3;
  return null;
end $$;
create trigger alert__tally_raised after insert on alert
  referencing new table as changed for each statement execute function tally_alerts();
create trigger alert__tally_deleted after delete on alert
  referencing old table as changed for each statement execute function tally_alerts();
