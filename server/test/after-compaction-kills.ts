import { setTimeout as delay } from 'node:timers/promises'
import type { SensorKey } from '@eot/contract/vocabulary'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../src/database.ts'
import { readSeriesOfEach, type SeriesDevice } from '../src/features/readings/index.ts'
import { executeOn } from '../src/platform/db/execute.queries.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { createLog } from '../src/platform/log.ts'
import { prepareDatabase } from '../src/program/prepare-database.ts'
import { compactAll } from './compact-all.ts'
import { type CompactionKillPlan, runCompactionKillLoop } from './compaction-kill-loop.ts'
import { factories, type MadeDevice, makeRoot } from './factories.ts'

const log = createLog('silent')
const dayMs = 86_400_000
const keys: SensorKey[] = ['temperature', 'noise', 'CO']
const lengths = { OneMinute: 60_000, OneHour: 3_600_000, OneDay: dayMs } as const

type Plan = Pick<CompactionKillPlan, 'url' | 'days' | 'kills' | 'killPostgres' | 'random'> & {
  devices: number
}

/** Runs the kill loop on an empty database. Returns the stored data, and the data expected from everything that was sent. */
export async function readAfterCompactionKills({ devices, ...plan }: Plan) {
  await prepareDatabase(plan.url)
  const now = Date.now()
  const made = await onDatabase(plan.url, (db) => makeDevices(db, devices))
  const account = await runCompactionKillLoop({ ...plan, now, macs: made.map(({ mac }) => mac) })
  const range = { from: now - (plan.days + 1) * dayMs, to: now + dayMs }
  return onDatabase(plan.url, async (db, pool) => {
    const settled = () => compactAll(db, new Date(now))
    // PostgreSQL may still recover from its last kill.
    while ((await settled().catch(() => -1)) !== 0) await delay(50)
    const { rows } = await pool.query<{ stored: number }>(
      `select ((select count(*) from reading) + (select sum(count) from reading_chunk))::int as stored`,
    )
    const ofSeries = made.map(({ id, no, mac }): SeriesDevice => {
      const latest = Math.max(...(account.sent.get(mac) ?? new Map<number, unknown>()).keys())
      return {
        id,
        no,
        kinds: keys,
        time_zone: 'UTC',
        latest_at: new Date(latest),
        open_hour: null,
        open_day: null,
        report_seconds: 300,
        history_changed_at: null,
      }
    })
    const series = []
    for (const interval of ['OneMinute', 'OneHour', 'OneDay'] as const)
      series.push(
        await readSeriesOfEach(executeOn(pool), ofSeries, { range, keys, interval, timeZone: 'UTC' }),
      )
    const expected = Object.values(lengths).map((length) =>
      made.map(({ mac }) => keys.map((key) => pointsOf(account.sent.get(mac) ?? new Map(), key, length))),
    )
    const sent = [...account.sent.values()].reduce((sum, { size }) => sum + size, 0)
    return { account, sent, stored: rows[0]?.stored, series, expected }
  })
}

/** Returns [start, mean, minimum, maximum, count] of each interval, in order. */
function pointsOf(sent: ReadonlyMap<number, Record<string, number>>, key: SensorKey, length: number) {
  const values = [...sent].flatMap(([at, { [key]: value }]) => (value === undefined ? [] : [{ at, value }]))
  const groups = Map.groupBy(values, ({ at }) => Math.floor(at / length) * length)
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([start, group]) => {
      const all = group.map(({ value }) => value)
      const mean = all.reduce((sum, value) => sum + value, 0) / all.length
      return [start, Number(mean.toPrecision(10)), Math.min(...all), Math.max(...all), all.length]
    })
}

async function makeDevices(db: Kysely<Database>, count: number): Promise<MadeDevice[]> {
  const root = await makeRoot(db)
  const make = factories(db, root, { plain: 'unused', hash: 'unused' })
  const site = await make.site({ time_zone: 'UTC' })
  const made: MadeDevice[] = []
  while (made.length < count) made.push(await make.device({ site }))
  return made
}

async function onDatabase<Result>(
  url: string,
  work: (db: Kysely<Database>, pool: ReturnType<typeof createPool>) => Promise<Result>,
): Promise<Result> {
  const pool = createPool(url, { max: 2, log })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db, pool)
  } finally {
    await db.destroy()
  }
}
