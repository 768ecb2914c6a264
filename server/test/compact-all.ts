import type { Kysely } from 'kysely'
import type { Database } from '../src/database.ts'
import { compactableMinutes, compactableReadings, compactTable } from '../src/features/readings/index.ts'

/** Compacts all readings and minutes that may be compacted at the given time. Returns their number. */
export async function compactAll(db: Kysely<Database>, now: Date): Promise<number> {
  await db.deleteFrom('compaction_progress').execute()
  let count = 0
  for (const compactable of [compactableReadings, compactableMinutes]) {
    const compaction = await compactTable(db, compactable, now)
    if (compaction.refusals.length > 0) throw new Error(JSON.stringify(compaction.refusals))
    count += compaction.count
  }
  return count
}
