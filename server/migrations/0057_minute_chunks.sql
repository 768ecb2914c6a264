-- Minutes become compact like readings (decision 065). A late reading of a compact minute gets a row in `reading_minute` again,
-- with what it adds: the minute is both together.
create table reading_minute_chunk (
  -- Midnight UTC of the day.
  start timestamptz not null,
  device_no integer not null,
  -- Number of minutes.
  count integer not null,
  -- Where in `data` each section begins, from 0, and where the last one ends: the times in ms after the start, and the buckets of
  -- each kind, in the order of the columns of `reading`.
  starts integer[] not null,
  data bytea not null,
  primary key (device_no, start)
) partition by range (start);
-- Within `create table`, only PostgreSQL 16 and later know it.
alter table reading_minute_chunk alter column data set storage external;
create table reading_minute_chunk_default partition of reading_minute_chunk default;

-- The buckets of a section in order of time, null where there is none. The format is described in features/readings/packed-buckets.ts.
create function unpack_buckets(section bytea, count integer)
returns table (n integer, min real, max real, sum double precision)
language plpgsql immutable strict parallel safe as $$
declare
  bits bit varying := ('x' || encode(section, 'hex'))::bit varying;
  next integer := 9;
  decimals integer;
  counts double precision[];
  present integer;
  first double precision[];
  second double precision[];
  third double precision[];
  fourth double precision[];
begin
  if length(section) = 0 then
    return;
  end if;
  decimals := substring(bits, 1, 8)::bit(8)::integer;
  select u.numbers, u.place into counts, next from unpack_integers(bits, next, count) u;
  present := (select count(*) from unnest(counts) one where one > 0);
  select u.numbers, u.place into first, next from unpack_integers(bits, next, present) u;
  select u.numbers, u.place into second, next from unpack_integers(bits, next, present) u;
  select u.numbers, u.place into third, next from unpack_integers(bits, next, present) u;
  if decimals = 255 then
    select u.numbers into fourth from unpack_integers(bits, next, present) u;
  end if;
  return query
    with bucket as (
      select c.at, c.n, c.n > 0 as is_one, (sum(least(c.n, 1)) over (order by c.at))::integer as nth
      from unnest(counts) with ordinality c (n, at)
    )
    select case when b.is_one then b.n::integer end,
      case when not b.is_one then null when decimals = 255 then real_of_bits(first[b.nth]::bigint)
        else first[b.nth] / scale.by end::real,
      case when not b.is_one then null when decimals = 255 then real_of_bits(second[b.nth]::bigint)
        else (first[b.nth] + second[b.nth]) / scale.by end::real,
      case when not b.is_one then null when decimals = 255
        then double_of_bits(third[b.nth]::bigint, fourth[b.nth]::bigint)
        else (third[b.nth] + b.n * first[b.nth]) / scale.by end
    from bucket b, (select case when decimals = 255 then 1 else 10 ^ decimals end::double precision as by) scale
    order by b.at;
end $$;

-- The value of double precision with these 32 high and 32 low bits; neither infinite nor no number.
create function double_of_bits(high bigint, low bigint) returns double precision
language sql immutable strict parallel safe as $$
  select case when high >> 31 = 1 then -1 else 1 end::double precision * case
    when (high >> 20) & 2047 = 0 then 0
    else ((((high & 1048575) + 1048576) << 32) + low)::double precision
      * 2::double precision ^ (((high >> 20) & 2047) - 1075) end
$$;

-- All minutes, compact or not, with the columns of `reading_minute`.
do $$
declare
  kinds constant text[] := '{vape,sound,aggression,noise,temperature,tamper,humidity,light,motion,co,eco2,nh3,no2,gas,iaq,particulate,tvoc}';
begin
  execute format(
    $view$
    create view every_reading_minute as
    select bucket, device_no, %1$s
    from (
      select bucket, device_no, %2$s from reading_minute
      union all
      select c.start + r.after * interval '1 millisecond', c.device_no, %2$s
      from reading_minute_chunk c
      cross join lateral rows from (unnest(unpack_numbers(section_of(c.data, c.starts, 0), c.count)), %3$s) r (after, %2$s)
    ) part
    group by bucket, device_no
    $view$,
    (select string_agg(format('sum(%1$s_n)::integer as %1$s_n, min(%1$s_min) as %1$s_min, max(%1$s_max) as %1$s_max, sum(%1$s_sum) as %1$s_sum', kind), ', ') from unnest(kinds) kind),
    (select string_agg(format('%1$s_n, %1$s_min, %1$s_max, %1$s_sum', kind), ', ') from unnest(kinds) kind),
    (select string_agg(format('unpack_buckets(section_of(c.data, c.starts, %s), c.count)', place), ', ' order by place)
      from unnest(kinds) with ordinality k (kind, place))
  );
end $$;
