-- Readings older than a day or two become compact (decision 065): one row for each device and UTC day, its values packed
-- column by column. `reading` holds what is newer, and what arrived late since. Never both hold the same reading.
create table reading_chunk (
  -- Midnight UTC of the day.
  start timestamptz not null,
  device_no integer not null,
  -- Number of readings.
  count integer not null,
  -- Where in `data` each section begins, from 0, and where the last one ends: the times in ms after the start, how much later
  -- each reading was received in ms, and the values of each kind, in the order of the columns of `reading`.
  starts integer[] not null,
  -- Packed already. Not compressed by PostgreSQL, so that it reads only the sections asked for.
  data bytea not null,
  primary key (device_no, start)
) partition by range (start);
-- Within `create table`, only PostgreSQL 16 and later know it.
alter table reading_chunk alter column data set storage external;
create table reading_chunk_default partition of reading_chunk default;

-- How far the compaction of a table has come, so that it continues where it stopped.
create table compaction (
  name text primary key,
  -- All devices up to this number have nothing left before `older_than`, but for what arrived late since.
  older_than timestamptz not null,
  device_no integer not null,
  is_complete boolean not null
);

-- The whole number in `width` bits, which may be none.
create function unpack_bits(bits bit varying, place integer, width integer) returns bigint
language sql immutable parallel safe as $$
  select case when width = 0 then 0
    else (substring(bits, place, width)::bit(64)::bigint >> (64 - width)) & ((1::bigint << width) - 1) end
$$;

-- A signed number: the width of its code in 6 bits, and the code: 0, -1, 1, -2, … as 0, 1, 2, 3, …
create function unpack_signed(bits bit varying, inout place integer, out number double precision)
language sql immutable parallel safe as $$
  select place + 6 + width, case when code % 2 = 0 then code / 2 else -(code + 1) / 2 end
  from unpack_bits(bits, place, 6) width, unpack_bits(bits, place + 6, width::integer) code
$$;

-- Numbers packed from a place on, which is counted from 1, and the place after them.
create function unpack_integers(bits bit varying, inout place integer, count integer, out numbers double precision[])
language plpgsql immutable parallel safe as $$
declare
  block_size constant integer := 64;
  is_steps boolean;
  width integer;
  smallest double precision;
  before double precision;
  following double precision[];
  size integer;
begin
  numbers := '{}';
  if count = 0 then
    return;
  end if;
  select s.number, s.next into before, place from unpack_signed(bits, place) s (next, number);
  numbers := array[before];
  for start in 1 .. count - 1 by block_size loop
    size := least(block_size, count - start);
    is_steps := get_bit(bits, place - 1) = 1;
    width := unpack_bits(bits, place + 1, 6);
    select s.number, s.next into smallest, place from unpack_signed(bits, place + 7) s (next, number);
    following := array(
      select case when is_steps then before + sum(entry) over (order by n) else entry end
      from (
        select n, smallest + unpack_bits(bits, place + n * width, width) as entry
        from generate_series(0, size - 1) n
      ) entries
      order by n);
    place := place + size * width;
    before := following[size];
    numbers := numbers || following;
  end loop;
end $$;

-- The value of single precision with these bits; neither infinite nor no number.
create function real_of_bits(bits bigint) returns double precision
language sql immutable strict parallel safe as $$
  select case when bits >> 31 = 1 then -1 else 1 end::double precision * case
    when (bits >> 23) & 255 = 0 then (bits & 8388607) * 2::double precision ^ -149
    else ((bits & 8388607) + 8388608) * 2::double precision ^ (((bits >> 23) & 255) - 150) end
$$;

-- The numbers of a section, null where there is none. The format is described in features/readings/packed-numbers.ts and
-- packed-integers.ts.
create function unpack_numbers(section bytea, count integer) returns double precision[]
language plpgsql immutable strict parallel safe as $$
declare
  bits bit varying := ('x' || encode(section, 'hex'))::bit varying;
  place integer := 10;
  decimals integer;
  is_present double precision[];
  numbers double precision[];
begin
  if length(section) = 0 then
    return array_fill(null::double precision, array[count]);
  end if;
  decimals := substring(bits, 1, 8)::bit(8)::integer;
  if get_bit(bits, 8) = 1 then
    select unpacked.numbers, unpacked.place into is_present, place from unpack_integers(bits, place, count) unpacked;
    count := (select sum(one) from unnest(is_present) one);
  end if;
  select unpacked.numbers into numbers from unpack_integers(bits, place, count) unpacked;
  if decimals = 255 then
    numbers := array(select real_of_bits(number::bigint) from unnest(numbers) with ordinality n (number, place)
      order by n.place);
  elsif decimals > 0 then
    numbers := array(select number / (10 ^ decimals)::double precision
      from unnest(numbers) with ordinality n (number, place) order by n.place);
  end if;
  if is_present is null then
    return numbers;
  end if;
  return array(
    select case when one = 1 then numbers[(sum(one) over (order by p.place))::integer] end
    from unnest(is_present) with ordinality p (one, place) order by p.place);
end $$;

-- A section of `data`, counted from 0.
create function section_of(data bytea, starts integer[], section integer) returns bytea
language sql immutable strict parallel safe as $$
  select substring(data, starts[section + 1] + 1, starts[section + 2] - starts[section + 1])
$$;

-- All readings, compact or not, for those who query by SQL. Asks for the readings of few devices: each day of a device is
-- unpacked as a whole.
create view every_reading as
select at, received_at, device_no, vape, sound, aggression, noise, temperature, tamper, humidity, light, motion, co, eco2,
  nh3, no2, gas, iaq, particulate, tvoc
from reading
union all
select c.start + r.after * interval '1 millisecond', c.start + (r.after + r.delay) * interval '1 millisecond', c.device_no,
  r.vape::real, r.sound::real, r.aggression::real, r.noise::real, r.temperature::real, r.tamper::real, r.humidity::real,
  r.light::real, r.motion::real, r.co::real, r.eco2::real, r.nh3::real, r.no2::real, r.gas::real, r.iaq::real,
  r.particulate::real, r.tvoc::real
from reading_chunk c
cross join lateral rows from (
  unnest(unpack_numbers(section_of(c.data, c.starts, 0), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 1), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 2), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 3), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 4), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 5), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 6), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 7), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 8), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 9), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 10), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 11), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 12), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 13), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 14), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 15), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 16), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 17), c.count)),
  unnest(unpack_numbers(section_of(c.data, c.starts, 18), c.count))
) r (after, delay, vape, sound, aggression, noise, temperature, tamper, humidity, light, motion, co, eco2, nh3, no2, gas, iaq,
  particulate, tvoc);
