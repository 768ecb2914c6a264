import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { compactableMinutes, compactableReadings, compactTable } from '../readings/index.ts'
import { cuts, rangeOf } from './partition-range.ts'
import { listPartitions, shrinkEmptyPartitions } from './partitions.queries.ts'

interface Parts {
  db: Kysely<Database>
  pool: pg.Pool
  log: Log
}

/** A run ends before the next one is due, which continues. */
const longestMs = 8 * 60_000
const dayMs = 86_400_000

const tables = [
  [compactableReadings, cuts.reading],
  [compactableMinutes, cuts.minute],
] as const

/** Makes readings and minutes compact that are older than a day, and releases their disk space. */
export async function compactStorage({ db, pool, log }: Parts, clock: Clock): Promise<void> {
  const now = clock()
  const endsAt = now.getTime() + longestMs
  for (const [compactable, cut] of tables) {
    const { count, wasComplete, refusals } = await compactTable(
      db,
      compactable,
      now,
      () => clock().getTime() > endsAt,
    )
    if (count > 0) log.info({ table: cut.table, rows: count }, 'made past days compact')
    for (const refusal of refusals) log.error({ table: cut.table, ...refusal }, 'left past days as they were')
    // Not in the run that moved the last rows, which a snapshot may still read.
    if (!wasComplete) continue
    const current = rangeOf(cut, new Date(now.getTime() - 2 * dayMs)).name
    const past = (await listPartitions(pool, cut.table)).filter((name) => name < current)
    for (const name of await shrinkEmptyPartitions(pool, past))
      log.info({ partition: name }, 'gave back the space of what has become compact')
  }
}
