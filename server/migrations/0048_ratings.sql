-- Scores of each device for each hour on its clock: of its air by each standard, so that choosing another changes the past
-- at once, and of its comfort. null: too few samples.
create table rating_hour (
  device_no integer not null references device (no) on delete cascade,
  hour timestamptz not null,
  epa smallint,
  who smallint,
  uba smallint,
  indoor smallint,
  comfort smallint,
  primary key (device_no, hour)
);

-- Scores of its days, a month in a row, so that a year of 1,000 devices is 12,000 rows: 31 bytes for each column above in
-- turn, one for each day of the month; 255: no score.
create table rating_month (
  device_no integer not null references device (no) on delete cascade,
  -- Its first day.
  month date not null,
  scores bytea not null,
  primary key (device_no, month)
);

-- Hours of readings that have been stored or changed since they were rated. Without a key, so that no writer waits for the
-- job that takes them.
create table rating_due (
  id bigint generated always as identity primary key,
  device_no integer not null,
  -- The first and the last of these hours.
  since timestamptz not null,
  until timestamptz not null
);
create index rating_due__until on rating_due (until);

insert into rating_due (device_no, since, until)
select device_no, min(bucket), max(bucket) from reading_hour group by device_no, date_trunc('day', bucket);

create function note_due_ratings() returns trigger language plpgsql as $$
begin
  insert into rating_due (device_no, since, until) select device_no, bucket, bucket from changed;
  return null;
end $$;
create trigger reading_hour__due_ratings_stored after insert on reading_hour
  referencing new table as changed for each statement execute function note_due_ratings();
create trigger reading_hour__due_ratings_changed after update on reading_hour
  referencing new table as changed for each statement execute function note_due_ratings();
