import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { compactReadings } from '../readings/index.ts'
import { cuts, rangeOf } from './partition-range.ts'
import { listPartitions, shrinkEmptyPartitions } from './partitions.queries.ts'

interface Parts {
  db: Kysely<Database>
  pool: pg.Pool
  log: Log
}

/** A run ends before the next one is due; what is left is done then. */
const longestMs = 8 * 60_000
const dayMs = 86_400_000

/** Makes readings compact that are older than a day, and gives the space back that they took. */
export async function compactStorage({ db, pool, log }: Parts, clock: Clock): Promise<void> {
  const now = clock()
  const endsAt = now.getTime() + longestMs
  const { count, wasComplete } = await compactReadings(db, now, () => clock().getTime() > endsAt)
  if (count > 0) log.info({ readings: count }, 'made readings compact')
  // Not in the run that moved the last ones, which someone may still be reading in a snapshot.
  if (!wasComplete) return
  const current = rangeOf(cuts.reading, new Date(now.getTime() - 2 * dayMs)).name
  const past = (await listPartitions(pool, 'reading')).filter((name) => name < current)
  for (const name of await shrinkEmptyPartitions(pool, past))
    log.info({ partition: name }, 'gave back the space of readings that have become compact')
}
