import { columnNames } from '@eot/server/features/readings/sensor-columns'
import type pg from 'pg'

/** A site with its devices in schools below it. */
export interface FilledSite {
  id: string
  devices: number
}

const schoolsOf = (devices: number): number => Math.ceil(devices / 50)
/** Kinds that most devices measure. */
const hourKinds = ['sound', 'temperature', 'humidity', 'eco2', 'tvoc']
/** Covers the last two months; alerts also cover the weeks with which hours are compared. */
const readingDays = 65
const alertDays = 110
const alertsADeviceAndDay = 0.2

/**
 * Fills a district with schools of 50 devices each and the hours, days, scores and alerts of the past months, in SQL, since the
 * program computes them from readings, which would take days to store.
 */
export async function fillMonths(pool: pg.Pool, topId: string, devices: number): Promise<FilledSite> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into site (id, parent_id, path, name, time_zone, created_at)
       select made.id, $1, (select path from site where id = $1) || made.id || '/', $2, 'UTC', now() - interval '1 year'
       from (select gen_random_uuid() as id) made returning id`,
      [topId, `District of ${devices} devices`],
    )
    const id = rows[0]?.id ?? ''
    await client.query(
      `insert into site (id, parent_id, path, name, time_zone, created_at)
       select made.id, $1, (select path from site where id = $1) || made.id || '/', 'School ' || n, 'UTC',
         now() - interval '1 year'
       from (select gen_random_uuid() as id, n from generate_series(1, $2::int) n) made`,
      [id, schoolsOf(devices)],
    )
    await client.query(
      `insert into device (id, mac, name, model_id, site_id, created_at)
       select gen_random_uuid(), 'A8:' || lpad(to_hex($2::int / 250), 2, '0') || ':00:00:' || lpad(to_hex(n / 256), 2, '0')
           || ':' || lpad(to_hex(n % 256), 2, '0'), 'Room ' || n, (select id from device_model limit 1), school.id,
         now() - interval '1 year'
       from (select id, row_number() over (order by name) - 1 as place from site where parent_id = $1) school
       join generate_series(0, $2::int - 1) n on n % $3::int = school.place`,
      [id, devices, schoolsOf(devices)],
    )
    const mine = await client.query(
      `create temp table mine as select device.no, device.id, device.name, site.id as site_id, site.name as site_name,
         site.path from device join site on site.id = device.site_id where site.parent_id = '${id}'`,
    )
    if (mine.rowCount !== devices) throw new Error(`${mine.rowCount} devices instead of ${devices}`)
    await fillReadings(client)
    await fillScores(client)
    await fillAlerts(client)
    await client.query('drop table mine')
    await client.query(
      'vacuum (analyze) site, device, device_state, alert, reading_hour, reading_day, rating_month',
    )
    return { id, devices }
  } finally {
    client.release()
  }
}

async function fillReadings(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into device_state (device_no, last_seen_at, latest_at, online, ${columnNames.join(', ')})
     select no, date_trunc('hour', now()), date_trunc('hour', now()), true, ${columnNames.map(() => '20').join(', ')}
     from mine on conflict (device_no) do update set latest_at = excluded.latest_at`,
  )
  for (const { table, unit, names } of [
    { table: 'reading_day', unit: 'day', names: columnNames },
    { table: 'reading_hour', unit: 'hour', names: hourKinds },
  ]) {
    const columns = names.flatMap((name) => [`${name}_n`, `${name}_sum`, `${name}_min`, `${name}_max`])
    const count = unit === 'day' ? 1440 : 60
    const values = names.flatMap((_, n) => [
      `${count}`,
      `${count} * (20.5 + (no % 17) + ${n})`,
      `20 + (no % 17) + ${n}`,
      `21 + (no % 17) + ${n}`,
    ])
    // Their scores are written below.
    await client.query(`alter table ${table} disable trigger user`)
    await client.query(
      `insert into ${table} (device_no, bucket, ${columns.join(', ')})
       select no, bucket, ${values.join(', ')} from mine
       cross join generate_series(date_trunc('day', now()) - interval '${readingDays} days',
         date_trunc('day', now()) - interval '1 ${unit}', interval '1 ${unit}') bucket
       where (no + extract(epoch from bucket)::bigint / 3600) % 97 <> 0`,
    )
    await client.query(`alter table ${table} enable trigger user`)
  }
}

/** Scores from 40 to 99 for each day of three months. */
const fillScores = (client: pg.PoolClient) =>
  client.query(
    `insert into rating_month (device_no, month, scores)
     select no, (date_trunc('month', now()) - n * interval '1 month')::date,
       decode(repeat(lpad(to_hex(40 + no % 60), 2, '0'), 155), 'hex')
     from mine cross join generate_series(0, 2) n`,
  )

const fillAlerts = (client: pg.PoolClient) =>
  client.query(
    `insert into alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path,
       site_path_names, time_zone, sensor, started_at, ended_at, value, peak, threshold, raised_at, confirmed, confirmed_at,
       disposition)
     select gen_random_uuid(), (array['Vape','Sound','CO','Temperature','Humidity','Offline','Tamper','Aggression'])[n % 8 + 1],
       'Serious', no, id, name, site_id, site_name, path, '[]', 'UTC', 'vape', at, at + interval '7 minutes', 80, 92, 60, at,
       n % 3 > 0, case when n % 3 > 0 then at + n % 600 * interval '1 second' end,
       case n % 4 when 0 then 'Real' when 1 then 'False' end
     from mine cross join generate_series(1, ${alertDays * alertsADeviceAndDay}) k
     cross join lateral (select no * 7919 + k * 104729 as n) seed
     cross join lateral (select now() - (n % ${alertDays * 1440}) * interval '1 minute' as at) started`,
  )
