-- The sensors of which values were rejected because no such sensor can measure them. Unknown of earlier messages.
alter table quarantine add column out_of_range text[] not null default '{}';
create index quarantine__out_of_range on quarantine (device_id, minute) where out_of_range <> '{}';

-- When the clock of a device was so far ahead that its readings were stored at their arrival. Unknown of earlier times,
-- since such a reading looks like one that came without a time.
create table clock_skew (
  device_no integer not null references device_number (no) on delete cascade,
  since timestamptz not null,
  -- null: it still is.
  until timestamptz,
  primary key (device_no, since)
);
create index clock_skew__until on clock_skew (until);

create function note_clock_skew() returns trigger language plpgsql as $$
declare
  noted timestamptz := coalesce(new.last_seen_at, now());
begin
  if not new.skewed then
    update clock_skew set until = noted where until is null and device_no = new.device_no;
    return null;
  end if;
  -- A clock that jumps to and fro has a row for each five minutes at most.
  update clock_skew set until = null where device_no = new.device_no and until > noted - interval '5 minutes';
  if not found then
    insert into clock_skew (device_no, since) values (new.device_no, noted)
    on conflict (device_no, since) do update set until = null;
  end if;
  return null;
end $$;
-- The many updates by readings do not call the function.
create trigger device_state__clock_skew after update of skewed on device_state
  for each row when (new.skewed is distinct from old.skewed) execute function note_clock_skew();
