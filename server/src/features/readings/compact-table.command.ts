import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
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
  /** Moves the rows of a device and a day into its chunk, which exists if it has older ones. Returns their number. */
  compactDay: (execute: Execute, place: ChunkPlace) => Promise<number>
}

const devicesAtOnce = 100

/**
 * Makes rows of past days compact, one device and day in a transaction, until none is left or `mustStop`. Continues where it
 * stopped. Returns the number of rows, and whether all were compact before.
 */
export async function compactTable(
  db: Kysely<Database>,
  compactable: Compactable,
  now: Date,
  mustStop: () => boolean = () => false,
): Promise<{ count: number; wasComplete: boolean }> {
  const olderThan = new Date(chunkStart(now.getTime() - compactAfterMs))
  const progress = compactionQueries(db, compactable.table)
  const begun = await progress.find(olderThan)
  if (begun?.is_complete) return { count: 0, wasComplete: true }
  let after = begun?.device_no ?? 0
  let count = 0
  while (!mustStop()) {
    const devices = await listDevicesOf(executeIn(db), compactable.table, after, devicesAtOnce)
    for (const no of devices) {
      count += await compactDevice(db, compactable, no, olderThan.getTime(), mustStop)
      if (mustStop()) return { count, wasComplete: false }
      after = no
      await progress.store({ olderThan, deviceNo: no, isComplete: false })
    }
    if (devices.length > 0) continue
    await progress.store({ olderThan, deviceNo: after, isComplete: true })
    break
  }
  return { count, wasComplete: false }
}

async function compactDevice(
  db: Kysely<Database>,
  compactable: Compactable,
  deviceNo: number,
  olderThanMs: number,
  mustStop: () => boolean,
): Promise<number> {
  let count = 0
  while (!mustStop()) {
    const oldest = await findOldestToCompact(executeIn(db), compactable, deviceNo, olderThanMs)
    if (oldest === undefined) break
    count += await db.transaction().execute(async (tx) => {
      await lockChunks(executeIn(tx), [deviceNo])
      return compactable.compactDay(executeIn(tx), { deviceNo, startMs: chunkStart(oldest) })
    })
  }
  return count
}
