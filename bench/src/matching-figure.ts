import type { Database } from '@eot/server/database'
import { appendEvents } from '@eot/server/features/events/index'
import { matchEvents } from '@eot/server/features/notifications/notify.follower'
import { executeIn } from '@eot/server/platform/db/execute.queries'
import { queryBuilder } from '@eot/server/platform/db/query-builder'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { quantile, round } from './statistics.ts'

const schools = 100
const devicesEach = 20
const batch = 100

/**
 * Time to find whom the subscriptions of a customer tell about the start of an alert: alone, as it usually comes, and for each
 * of a hundred that come together.
 */
export async function measureMatching(isQuick: boolean): Promise<Figure> {
  const scale = isQuick ? 10 : 100
  const counts = { users: 50 * scale, subscriptions: 100 * scale, events: isQuick ? 100 : 400 }
  // Without the worker, which would match these events too.
  return withProgram(0, (bench) => measure(bench, counts), { environment: { ROLES: 'api' } })
}

interface Counts {
  users: number
  subscriptions: number
  events: number
}

async function measure(bench: BenchProgram, counts: Counts): Promise<Figure> {
  const db = queryBuilder<Database>(bench.pool)
  await fill(bench, counts)
  const seqs = await raise(bench, counts.events)
  const singles: number[] = []
  const told: number[] = []
  await db.transaction().execute(async (tx) => {
    // Once before, so that what is cached for all later events is not measured.
    await matchEvents(tx, seqs.slice(0, 5), new Date())
    for (const seq of seqs) {
      const from = performance.now()
      told.push((await matchEvents(tx, [seq], new Date())).length)
      singles.push(performance.now() - from)
    }
  })
  const together: number[] = []
  for (let from = 0; from + batch <= seqs.length; from += batch) {
    const start = performance.now()
    await db.transaction().execute((tx) => matchEvents(tx, seqs.slice(from, from + batch), new Date()))
    together.push((performance.now() - start) / batch)
  }
  expectCount('events that tell nobody', told.filter((people) => people === 0).length, 0)
  const median = quantile(singles, 0.5)
  return {
    key: 'matching',
    title: `whom to tell of one event, ${counts.subscriptions} subscriptions, ${counts.users} users`,
    unit: 'ms',
    value: round(median, 2),
    yardstick: null,
    score: round(median, 2),
    goal: 2,
    floor: 10,
    better: 'less',
    details: {
      p99: round(quantile(singles, 0.99), 2),
      eachOfHundred: round(quantile(together, 0.5), 2),
      peopleEach: round(told.reduce((sum, people) => sum + people, 0) / told.length, 1),
    },
  }
}

/** Schools with devices, users, and subscriptions: half to all devices, the others to some devices. */
async function fill({ pool, siteId }: BenchProgram, { users, subscriptions }: Counts): Promise<void> {
  const places = '(select id, row_number() over (order by name) - 1 as place from site where parent_id = $1)'
  await pool.query(
    `insert into site (id, parent_id, path, name, time_zone)
     select made.id, $1, (select path from site where id = $1) || made.id || '/', 'School ' || n, 'UTC'
     from (select gen_random_uuid() as id, n from generate_series(1, $2::int) n) made`,
    [siteId, schools],
  )
  await pool.query(
    `insert into device (id, mac, name, model_id, site_id)
     select gen_random_uuid(), 'A6:00:00:00:' || lpad(to_hex(n / 256), 2, '0') || ':' || lpad(to_hex(n % 256), 2, '0'),
       'Room ' || n, (select id from device_model limit 1), site.id
     from ${places} site join generate_series(0, $2::int - 1) n on n % $3::int = site.place`,
    [siteId, schools * devicesEach, schools],
  )
  await pool.query(
    `insert into app_user (id, site_id, role_id, email, full_name, confirmed_at)
     select gen_random_uuid(), site.id, (select id from role where name = 'Site Staff'), 'person' || n || '@example.org',
       'Person ' || n, now()
     from ${places} site join generate_series(0, $2::int - 1) n on n % $3::int = site.place`,
    [siteId, users, schools],
  )
  await pool.query(
    `insert into subscription (id, site_id, name, type, all_devices, alert_types, events, start_hour, end_hour, weekdays)
     select gen_random_uuid(), site.id, 'Subscription ' || n, 'Devices', n / $3::int % 2 = 0,
       case when n % 3 = 0 then null else array['Vape', 'CO'] end, array['AlertStarted'], 0, 24,
       array_fill(true, array[7])
     from ${places} site join generate_series(0, $2::int - 1) n on n % $3::int = site.place`,
    [siteId, subscriptions, schools],
  )
  await pool.query(
    `insert into subscription_device (subscription_id, device_id)
     select subscription.id, device.id from subscription
     join lateral (select id from device where device.site_id = subscription.site_id order by name limit 5) device on true
     where not all_devices`,
  )
  await pool.query(
    `insert into subscription_user (subscription_id, stage, user_id)
     select subscription.id, 1, person.id from subscription
     join lateral (
       select id from app_user where app_user.site_id = subscription.site_id
       order by md5(app_user.id::text || subscription.id) limit 5
     ) person on true`,
  )
  await pool.query('analyze')
}

/** Alerts of as many devices, and their events. */
async function raise({ pool }: BenchProgram, count: number): Promise<number[]> {
  await pool.query(
    `insert into alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path,
       site_path_names, time_zone, started_at, value, peak, threshold)
     select gen_random_uuid(), 'Vape', 'Critical', device.no, device.id, device.name, site.id, site.name, site.path, '[]',
       'UTC', now(), 90, 90, 50
     from device join site on site.id = device.site_id order by device.id limit $1`,
    [count],
  )
  const db = queryBuilder<Database>(pool)
  const alerts = await db.selectFrom('alert').select(['id', 'device_id', 'site_path', 'started_at']).execute()
  await db.transaction().execute((tx) =>
    appendEvents(
      executeIn(tx),
      alerts.map(({ id, device_id, site_path, started_at }) => ({
        kind: 'AlertStarted' as const,
        at: started_at,
        sitePath: site_path,
        deviceId: device_id,
        alertId: id,
      })),
    ),
  )
  const events = await db
    .selectFrom('event')
    .where('kind', '=', 'AlertStarted')
    .select('seq')
    .orderBy('seq')
    .execute()
  return events.map(({ seq }) => Number(seq))
}
