import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import { type Cut, cuts, rangeOf, rangesBetween } from './partition-range.ts'
import {
  createPartition,
  deleteSkewsBefore,
  deleteStraysBefore,
  dropPartition,
  keepMinutesOf,
  listPartitions,
  listStrays,
  thinReportIntervalsBefore,
} from './partitions.queries.ts'

export interface Retention {
  rawDays: number
  minuteDays: number
}

const dayMs = 86_400_000
/** How far ahead partitions are created, so that there is time to notice when this job no longer runs. */
const aheadMs = 14 * dayMs

const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** Creates upcoming partitions, moves rows out of the default ones, and drops partitions past their retention. */
export async function keepPartitions(
  pool: pg.Pool,
  now: Date,
  retention: Retention,
  log: Log,
): Promise<void> {
  const { rawDays, minuteDays } = retention
  const ahead = new Date(now.getTime() + aheadMs)
  for (const cut of [cuts.reading, cuts.readingChunk])
    await createMissing(pool, cut, rangesBetween(cut, before(now, rawDays), ahead))
  for (const cut of [cuts.minute, cuts.minuteChunk])
    await createMissing(pool, cut, rangesBetween(cut, before(now, Math.min(minuteDays, rawDays)), ahead))
  await createMissing(pool, cuts.hour, rangesBetween(cuts.hour, before(now, rawDays), ahead))
  // A reading that never became compact may be the only record of its minute.
  const times = { from: before(now, minuteDays), to: before(now, rawDays) }
  const keepMinutes = (partition: string) => keepMinutesOf(pool, { partition, ...times })
  await dropExpired(pool, cuts.reading, before(now, rawDays), log, keepMinutes)
  await dropExpired(pool, cuts.readingChunk, before(now, rawDays), log)
  for (const cut of [cuts.minute, cuts.minuteChunk])
    await dropExpired(pool, cut, before(now, minuteDays), log)
  await keepMinutes('reading_default')
  await deleteStraysBefore(pool, before(now, rawDays))
  const minutesFrom = before(now, Math.max(minuteDays, rawDays))
  await deleteSkewsBefore(pool, minutesFrom)
  await thinReportIntervalsBefore(pool, minutesFrom)
}

async function createMissing(
  pool: pg.Pool,
  cut: Cut,
  wanted: ReturnType<typeof rangesBetween>,
): Promise<void> {
  const existing = new Set(await listPartitions(pool, cut.table))
  const strays = (await listStrays(pool, cut)).map((start) => rangeOf(cut, start))
  const missing = new Map([...wanted, ...strays].map((range) => [range.name, range]))
  for (const range of missing.values()) if (!existing.has(range.name)) await createPartition(pool, cut, range)
}

/** Drops partitions that contain nothing within the retention. Calls `prepare` with the name of each partition first. */
async function dropExpired(
  pool: pg.Pool,
  cut: Cut,
  oldest: Date,
  log: Log,
  prepare?: (name: string) => Promise<void>,
): Promise<void> {
  const keepFrom = rangeOf(cut, oldest).name
  for (const name of await listPartitions(pool, cut.table)) {
    if (name >= keepFrom) continue
    await prepare?.(name)
    if (await dropPartition(pool, name))
      log.info({ partition: name }, 'dropped readings past their retention')
  }
}
