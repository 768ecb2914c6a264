import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { databaseFailure } from '../../platform/db/database-failure.ts'
import { type Execute, executeIn } from '../../platform/db/execute.queries.ts'
import { chunkStart } from './chunk.ts'
import {
  type ChunkPlace,
  compactAfterMs,
  findOldestToCompact,
  listDevicesOf,
  lockChunks,
} from './chunks.queries.ts'
import { compactionQueries } from './compaction.queries.ts'

/** A table whose rows of past days are moved into chunks. */
export interface Compactable {
  table: string
  /** The column of the time. */
  time: string
  /**
   * Moves the rows of a device and a day into its chunk, which exists if older rows were moved before. Returns their number.
   */
  compactDay: (execute: Execute, place: ChunkPlace) => Promise<number>
}

/** Thrown if moving the rows of a device and a day might change them, so that they stay as they are. */
export class Uncompactable extends Error {
  override name = 'Uncompactable'
}

export interface Refusal {
  deviceNo: number
  reason: string
  /** An error that was not expected. */
  err?: Error
}

interface Compaction {
  /** The number of rows that became compact. */
  count: number
  /** Whether there was nothing left to compact. */
  wasComplete: boolean
  /** Devices some of whose rows could not become compact. */
  refusals: readonly Refusal[]
}

const devicesAtOnce = 100

/**
 * Makes rows of past days compact, one device and day per transaction, until none is left or `mustStop`. Continues where it
 * stopped.
 */
export async function compactTable(
  db: Kysely<Database>,
  compactable: Compactable,
  now: Date,
  mustStop: () => boolean = () => false,
): Promise<Compaction> {
  const olderThan = new Date(chunkStart(now.getTime() - compactAfterMs))
  const progress = compactionQueries(db, compactable.table)
  const begun = await progress.find(olderThan)
  const refusals: Refusal[] = []
  if (begun?.is_complete) return { count: 0, wasComplete: true, refusals }
  let after = begun?.device_no ?? 0
  let count = 0
  while (!mustStop()) {
    const devices = await listDevicesOf(executeIn(db), compactable.table, after, devicesAtOnce)
    for (const no of devices) {
      for await (const moved of compactDays(db, compactable, no, olderThan.getTime())) {
        if (typeof moved === 'number') count += moved
        else refusals.push({ deviceNo: no, ...moved })
        if (mustStop()) return { count, wasComplete: false, refusals }
      }
      after = no
      await progress.store({ olderThan, deviceNo: no, isComplete: false })
    }
    if (devices.length > 0) continue
    await progress.store({ olderThan, deviceNo: after, isComplete: true })
    break
  }
  return { count, wasComplete: false, refusals }
}

/**
 * Yields the number of rows of each day of a device. If a day is refused or fails, that day and later ones are left until tomorrow,
 * so that other devices are not delayed. Throws if the database is unavailable.
 */
async function* compactDays(
  db: Kysely<Database>,
  { compactDay, ...table }: Compactable,
  deviceNo: number,
  olderThanMs: number,
): AsyncGenerator<number | Omit<Refusal, 'deviceNo'>> {
  for (;;) {
    try {
      const oldest = await findOldestToCompact(executeIn(db), table, deviceNo, olderThanMs)
      if (oldest === undefined) return
      yield await db.transaction().execute(async (tx) => {
        await lockChunks(executeIn(tx), [deviceNo])
        return compactDay(executeIn(tx), { deviceNo, startMs: chunkStart(oldest) })
      })
    } catch (error) {
      if (!(error instanceof Error) || databaseFailure(error) === 'unavailable') throw error
      const reason = error.message
      yield error instanceof Uncompactable ? { reason } : { reason, err: error }
      return
    }
  }
}
