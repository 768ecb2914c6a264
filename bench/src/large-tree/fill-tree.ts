import { type AlertTypeKey, alertTypes } from '@eot/contract/vocabulary'
import type pg from 'pg'

/** Rows of the large database: sites in four levels below the first site, and what is at them. */
export const treeCounts = { sites: 10_000, devices: 100_000, users: 50_000, alerts: 5_000_000 }

export interface LargeTree {
  /** The first district: a campus of 1,000 sites. */
  campusId: string
  /** A campus that stays where it is, with 1,111 devices. */
  thousandDevicesId: string
  /** Another district, to which the campus moves. */
  otherDistrictId: string
  /** The sites that the tree shows first: the first site and the districts below it. */
  shownIds: string[]
  /** A building in the middle of the tree. */
  buildingId: string
  deviceId: string
  /** A group of 100 devices of the campus that stays where it is. */
  groupId: string
  userId: string
}

/** Sites per parent at each level: 10 districts, 9 campuses each, 11 buildings each, 9 floors each. */
const levels = [
  { name: 'District', count: 10 },
  { name: 'Campus', count: 90 },
  { name: 'Building', count: 990 },
  { name: 'Floor', count: 8910 },
]

/**
 * Writes 10,000 sites, 100,000 devices, 50,000 users and 5 million alerts of the past year below a site, in SQL, since
 * creating them one by one through the API would take hours.
 */
export async function fillTree(pool: pg.Pool, topId: string): Promise<LargeTree> {
  const client = await pool.connect()
  try {
    await client.query(`select setseed(0.5)`)
    await client.query(`create function pg_temp.nth(kind int, n int) returns uuid immutable language sql as $$
      select ('0190' || lpad(to_hex(kind), 4, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`)
    const places = await pickPlaces(client, topId)
    if (await isFilled(client, places)) {
      await client.query('update device_state set last_seen_at = now() where reported_interval = 86400')
      return places
    }
    await client.query('begin')
    await addSites(client, topId)
    await addDevices(client)
    await addUsers(client)
    await addGroup(client, places)
    await addAlerts(client)
    await client.query('commit')
    await client.query(
      'vacuum (analyze) site, device, device_state, app_user, alert, alert_tally, alert_day_tally, site_tally',
    )
    return places
  } finally {
    client.release()
  }
}

async function addSites(client: pg.PoolClient, topId: string): Promise<void> {
  for (const [level, { name, count }] of levels.entries()) {
    const above = levels[level - 1]?.count ?? 1
    await client.query(
      `insert into site (id, parent_id, path, name, city, time_zone)
       select own.id, parent.id, parent.path || own.id || '/', $1 || ' ' || n, 'Springfield ' || n % 200, 'America/New_York'
       from generate_series(1, $2) n
       cross join lateral (select pg_temp.nth($3, n) as id) own
       join site parent on parent.id = case when $3 = 0 then $4::uuid else pg_temp.nth($3 - 1, (n - 1) % $5 + 1) end`,
      [name, count, level, topId, above],
    )
  }
}

const rooms =
  "array['Restroom','Gymnasium','Library','Cafeteria','Hallway','Chemistry Lab','Locker Room','Office','Auditorium','Classroom']"

/**
 * Adds about ten devices to each building and floor, half of them online. Their report interval is a day, so that they do
 * not count as silent when a later run uses the same database.
 */
async function addDevices(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into device (id, mac, name, model_id, site_id, key_hash)
     select pg_temp.nth(16, n), upper(regexp_replace('b0' || lpad(to_hex(n), 10, '0'), '(..)(?!$)', '\\1:', 'g')),
       (${rooms})[n % 10 + 1] || ' ' || n, (select id from device_model order by id limit 1),
       case when n % 10 = 0 then pg_temp.nth(2, n / 10 % 990 + 1) else pg_temp.nth(3, (n - n / 10) % 8910 + 1) end,
       decode(lpad(to_hex(n), 64, '0'), 'hex')
     from generate_series(1, $1) n`,
    [treeCounts.devices],
  )
  await client.query(
    `insert into device_state (device_no, last_seen_at, reported_interval, online, online_changed_at)
     select no, now(), 86400, no % 2 = 0, now() - interval '1 day' from device
     where id >= pg_temp.nth(16, 0) and id <= pg_temp.nth(16, $1) on conflict do nothing`,
    [treeCounts.devices],
  )
}

async function addUsers(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into app_user (id, site_id, role_id, email, full_name, confirmed_at)
     select pg_temp.nth(17, n), pg_temp.nth(2, n % 990 + 1),
       (select id from role where priority = (array[20, 40, 60])[n % 3 + 1]),
       'person' || n || '@example.org',
       (array['Ada','Ben','Chloe','Dev','Elena','Farid','Grace','Hugo','Ines','Jonas'])[n % 10 + 1] || ' ' ||
       (array['Abbott','Becker','Castro','Dubois','Evans','Fischer','Garcia','Haddad','Ito','Jensen','Kim'])[n % 11 + 1]
         || ' ' || n,
       now()
     from generate_series(1, $1) n`,
    [treeCounts.users],
  )
}

async function addGroup(client: pg.PoolClient, { groupId, thousandDevicesId }: LargeTree): Promise<void> {
  await client.query('insert into device_group (id, site_id, name) values ($1, $2, $3)', [
    groupId,
    thousandDevicesId,
    'Upper floors',
  ])
  await client.query(
    `insert into device_group_device (device_group_id, device_id)
     select $1, d.id from device d join site s on s.id = d.site_id
     where s.path like '%' || $2 || '/%' order by d.id limit 100`,
    [groupId, thousandDevicesId],
  )
}

/** Alerts of each type among a hundred; most types are rare. */
const alertsInHundred: Partial<Record<AlertTypeKey, number>> = {
  Vape: 34,
  Sound: 16,
  ECO2: 14,
  Offline: 10,
  Humidity: 8,
  Temperature: 6,
  TemperatureLow: 5,
  Tamper: 3,
  Aggression: 2,
  IAQ: 1,
  CO: 1,
}

/** Returns the types of a hundred alerts. */
function hundredTypes() {
  const types = Object.entries(alertsInHundred).flatMap(([key, count]) => {
    const type = alertTypes.find(({ Key }) => Key === key)
    if (!type) throw new Error(`there is no alert type ${key}`)
    return Array.from({ length: count }, () => type)
  })
  if (types.length !== 100) throw new Error(`the counts of the types add up to ${types.length}, not 100`)
  return types
}

/** Adds alerts of the past 365 days, whose types do not depend on the device. The newest 500 are open; two of five older ones are confirmed. */
async function addAlerts(client: pg.PoolClient): Promise<void> {
  const types = hundredTypes()
  await client.query(
    `insert into alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path,
       site_path_names, time_zone, sensor, started_at, ended_at, value, peak, threshold, raised_at, confirmed)
     select pg_temp.nth(18, n), ($3::text[])[type], ($4::text[])[type], d.no, d.id, d.name,
       s.id, s.name, s.path, '[]', s.time_zone, ($5::text[])[type], at,
       case when n > $1 - 500 then null else at + interval '4 minutes' end, 80, 92, 60, at,
       n <= $1 - 20000 and n % 5 < 2
     from generate_series(1, $1) n
     join device d on d.id = pg_temp.nth(16, n % $2 + 1)
     join site s on s.id = d.site_id
     cross join lateral (select now() - ($1 - n) * interval '365 days' / $1 as at,
       ((hashint4(n) % 100) + 100) % 100 + 1 as type) started`,
    [
      treeCounts.alerts,
      treeCounts.devices,
      types.map(({ Key }) => Key),
      types.map(({ Severity }) => Severity),
      types.map(({ Sensor }) => Sensor),
    ],
  )
}

/** Returns whether a previous run has filled a kept database. */
async function isFilled(client: pg.PoolClient, { campusId, groupId }: LargeTree): Promise<boolean> {
  const { rowCount } = await client.query('select from site where id = $1', [campusId])
  if (rowCount !== 1) return false
  const { rowCount: groups } = await client.query('select from device_group where id = $1', [groupId])
  if (groups !== 1) throw new Error('an earlier version filled the kept database: use an empty directory')
  return true
}

async function pickPlaces(client: pg.PoolClient, topId: string): Promise<LargeTree> {
  const { rows } = await client.query<LargeTree>(
    `select pg_temp.nth(0, 1) as "campusId", pg_temp.nth(0, 2) as "otherDistrictId",
       pg_temp.nth(1, 5) as "thousandDevicesId",
       array(select $1::uuid union all select pg_temp.nth(0, n) from generate_series(1, 10) n)::text[] as "shownIds", pg_temp.nth(2, 500) as "buildingId",
       pg_temp.nth(16, 5000) as "deviceId", pg_temp.nth(19, 1) as "groupId", pg_temp.nth(17, 5000) as "userId"`,
    [topId],
  )
  const [places] = rows
  if (!places) throw new Error('a select without a table has one row')
  return places
}
