-- A minute of a single reading is no longer stored until its day becomes compact (decision 082). So readings and minutes must
-- become compact together.
-- Upgrade: the previous release stores all minutes and still may. Its job of compact storage, the only user of this table,
-- would lose minutes that were not stored. It fails from here on, so that nothing becomes compact until the upgrade is finished.
alter table compaction rename to compaction_progress;

-- All minutes, compact or not, with the columns of `reading_minute`, including the one of the newest reading.
do $$
declare
  kinds constant text[] := '{vape,sound,aggression,noise,temperature,tamper,humidity,light,motion,co,eco2,nh3,no2,gas,iaq,particulate,tvoc}';
begin
  execute format(
    $view$
    create or replace view every_reading_minute as
    select bucket, device_no, %1$s
    from (
      select bucket, device_no, %2$s from reading_minute
      union all
      select c.start + r.after * interval '1 millisecond', c.device_no, %2$s
      from reading_minute_chunk c
      cross join lateral rows from (unnest(unpack_numbers(section_of(c.data, c.starts, 0), c.count)), %3$s) r (after, %2$s)
      union all
      select date_bin('1 minute', at, '2000-01-01T00:00Z'), device_no, %4$s
      from reading r
      where not exists (
        select from reading_minute m
        where m.device_no = r.device_no and m.bucket = date_bin('1 minute', r.at, '2000-01-01T00:00Z')
      ) and not exists (
        select from reading_minute_chunk c
        where c.device_no = r.device_no and c.start = date_bin('1 day', r.at, '2000-01-01T00:00Z')
      )
    ) part
    group by bucket, device_no
    $view$,
    (select string_agg(format('sum(%1$s_n)::integer as %1$s_n, min(%1$s_min) as %1$s_min, max(%1$s_max) as %1$s_max, sum(%1$s_sum) as %1$s_sum', kind), ', ') from unnest(kinds) kind),
    (select string_agg(format('%1$s_n, %1$s_min, %1$s_max, %1$s_sum', kind), ', ') from unnest(kinds) kind),
    (select string_agg(format('unpack_buckets(section_of(c.data, c.starts, %s), c.count)', place), ', ' order by place)
      from unnest(kinds) with ordinality k (kind, place)),
    (select string_agg(format('case when %1$s is not null then 1 end, %1$s, %1$s, %1$s::text::double precision', kind), ', ') from unnest(kinds) kind)
  );
end $$;
