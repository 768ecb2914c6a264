import type { Kysely } from 'kysely'
import type { Database } from '../src/database.ts'
import { listEvents, readEvents } from '../src/features/events/index.ts'
import type { Ingest } from '../src/features/ingest/index.ts'
import { findSilent } from '../src/features/ingest/timers/watch-devices.job.ts'
import { watchOutages } from '../src/features/outages/index.ts'
import { executeIn } from '../src/platform/db/execute.queries.ts'

interface Parts {
  db: Kysely<Database>
  pool: Parameters<typeof findSilent>[0]['pool']
  now: () => number
}

/** Looks for silent devices and outages on request, as the program does periodically. */
export function outageWatch({ db, pool, now }: Parts) {
  let seq = 0
  return {
    /** Marks devices that have been silent for too long. */
    findSilent: ({ intake, writer }: Ingest) =>
      findSilent({ pool, now, writer, directory: intake.directory }, 0),
    /** Handles the events since the last time, all at once. */
    async follow(): Promise<void> {
      const rows = await listEvents(executeIn(db), seq, 10_000)
      seq = rows.at(-1)?.seq ?? seq
      await db.transaction().execute((tx) => watchOutages.handle(tx, readEvents(rows)))
    },
  }
}
