-- An interval that changes again within five minutes gets no more rows: in these minutes the longest one applies, as where the
-- interval of an hour changes, and after them the last one. So a device that changes it with each report adds a row for each five
-- minutes at most, and the newest row can begin in the future.
create or replace function note_report_interval(no integer, before integer, after integer) returns void
language plpgsql as $$
declare
  current_since timestamptz;
begin
  if before = after then
    return;
  end if;
  insert into report_interval (device_no, since, seconds)
  select no, '-infinity', before
  where not exists (select from report_interval where device_no = no)
  on conflict (device_no, since) do nothing;
  select max(since) into current_since from report_interval where device_no = no and since <= now();
  if current_since > now() - interval '5 minutes' then
    update report_interval set seconds = greatest(seconds, after) where device_no = no and since = current_since;
    current_since := current_since + interval '5 minutes';
  else
    current_since := now();
  end if;
  insert into report_interval (device_no, since, seconds) values (no, current_since, after)
  on conflict (device_no, since) do update set seconds = excluded.seconds;
end $$;
