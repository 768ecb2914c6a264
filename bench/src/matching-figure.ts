import type { Database } from '@eot/server/database'
import { appendEvents } from '@eot/server/features/events/index'
import { candidateQueries } from '@eot/server/features/notifications/candidates.queries'
import { caring, planNotifications, tellByRules } from '@eot/server/features/notifications/plan-notifications'
import { executeIn } from '@eot/server/platform/db/execute.queries'
import { queryBuilder } from '@eot/server/platform/db/query-builder'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { expectCount, type Figure, msFigure } from './figure.ts'
import { fillSchools } from './fill-schools.ts'
import { quantile, round } from './statistics.ts'

const batch = 100

/**
 * Measures the time to find the people whom a customer's subscriptions notify of an alert's start: for one event, and for
 * each of a hundred at once. Runs in schools of five people, as in `large-tree`, and in crowded ones, where half of a
 * hundred subscriptions or more notify fifty people.
 */
export async function measureMatching(isQuick: boolean): Promise<Figure> {
  const scale = isQuick ? 10 : 100
  const counts = { users: 50 * scale, subscriptions: 100 * scale, events: isQuick ? 100 : 400 }
  const usual = await measureSchools({ ...counts, schools: 10 * scale })
  const crowded = await measureSchools({ ...counts, schools: scale })
  const value = round(quantile(usual.singles, 0.5), 2)
  return msFigure({
    key: 'matching',
    title: `whom to tell of one event, ${counts.subscriptions} subscriptions, ${counts.users} users, ${10 * scale} sites`,
    value,
    goal: 2,
    floor: 10,
    details: {
      p99: round(quantile(usual.singles, 0.99), 2),
      eachOfHundred: round(quantile(usual.together, 0.5), 2),
      peopleEach: peopleEach(usual),
      crowded: round(quantile(crowded.singles, 0.5), 2),
      crowdedPeopleEach: peopleEach(crowded),
    },
  })
}

interface Counts {
  schools: number
  users: number
  subscriptions: number
  events: number
}

interface Measured {
  /** ms for each event alone, and on average in each batch. */
  singles: number[]
  together: number[]
  /** Number of people notified, by event. */
  told: number[]
}

// Runs without the worker, which would also match these events.
const measureSchools = (counts: Counts): Promise<Measured> =>
  withProgram(0, (bench) => measure(bench, counts), { environment: { ROLES: 'api' } })

async function measure(bench: BenchProgram, counts: Counts): Promise<Measured> {
  const db = queryBuilder<Database>(bench.pool)
  await fillSchools(bench, counts)
  const seqs = await raise(bench, counts.events)
  const singles: number[] = []
  const told: number[] = []
  await db.transaction().execute(async (tx) => {
    // A warm-up, so that filling caches is not measured.
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
  return { singles, together, told }
}

/** Finds whom the subscriptions notify of these events, as the follower does, without storing anything. */
async function matchEvents(tx: Parameters<typeof candidateQueries>[0], seqs: readonly number[], now: Date) {
  const { occurrences, candidates, receivers, people } = await candidateQueries(tx).findMatchable(seqs, now)
  const wanted = tellByRules(occurrences, caring(occurrences, candidates), receivers)
  return planNotifications(wanted, people, { flapping: new Set(), isReminder: false, now })
}

const peopleEach = ({ told }: Measured): number =>
  round(told.reduce((sum, people) => sum + people, 0) / told.length, 1)

/** Raises an alert for each of `count` devices, and returns their events. */
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
