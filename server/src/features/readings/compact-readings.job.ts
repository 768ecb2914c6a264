import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { compactionQueries } from './compaction.queries.ts'
import { chunkStart, mergeColumns, packChunk, sections } from './reading-chunk.ts'
import {
  compactAfterMs,
  findChunk,
  findOldestToCompact,
  listReadingDevices,
  lockChunks,
  storeChunk,
  takeReadings,
} from './reading-chunks.queries.ts'

const devicesAtOnce = 100

/**
 * Makes readings of past days compact, one device and day in a transaction, until none is left or `mustStop`. Continues where
 * it stopped. Returns the number of readings, and whether all were compact before.
 */
export async function compactReadings(
  db: Kysely<Database>,
  now: Date,
  mustStop: () => boolean = () => false,
): Promise<{ count: number; wasComplete: boolean }> {
  const olderThan = new Date(chunkStart(now.getTime() - compactAfterMs))
  const progress = compactionQueries(db, 'reading')
  const begun = await progress.find(olderThan)
  if (begun?.is_complete) return { count: 0, wasComplete: true }
  let after = begun?.device_no ?? 0
  let count = 0
  while (!mustStop()) {
    const devices = await listReadingDevices(executeIn(db), 'reading', after, devicesAtOnce)
    for (const no of devices) {
      count += await compactDevice(db, no, olderThan.getTime(), mustStop)
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
  deviceNo: number,
  olderThanMs: number,
  mustStop: () => boolean,
): Promise<number> {
  let count = 0
  while (!mustStop()) {
    const oldest = await findOldestToCompact(executeIn(db), deviceNo, olderThanMs)
    if (oldest === undefined) break
    count += await compactDay(db, deviceNo, chunkStart(oldest))
  }
  return count
}

/** Moves the readings of a device and a day into its chunk. Returns their number. */
function compactDay(db: Kysely<Database>, deviceNo: number, startMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const execute = executeIn(tx)
    await lockChunks(execute, [deviceNo])
    const taken = await takeReadings(execute, deviceNo, startMs)
    if (!taken) return 0
    const known = await findChunk(execute, deviceNo, startMs)
    const columns = known ? mergeColumns(known.columns, taken) : taken
    const packed = await packChunk(columns)
    await storeChunk(execute, { deviceNo, startMs, count: columns[sections.times]?.length ?? 0 }, packed)
    return taken[sections.times]?.length ?? 0
  })
}
