import type { Database } from '@eot/server/database'
import { createPool } from '@eot/server/platform/db/pool'
import { queryBuilder } from '@eot/server/platform/db/query-builder'
import { createLog } from '@eot/server/platform/log'
import type { Foundation } from '@eot/server/program/foundation'
import { pastTimeQueries, pastUrl } from './past-time.queries.ts'

/**
 * Runs work in the past: both the clock of `past` and `now()` on its database return the time set by `goTo`. Records that the
 * program's own code writes have that date, which is consistent with the audit log, which cannot be changed afterwards.
 */
export async function inPast<Result>(
  parts: Foundation,
  work: (past: Foundation, goTo: (at: Date) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const time = pastTimeQueries(parts.db)
  await time.prepare()
  // Without a mail server, the program would log the text of the emails.
  const log = createLog('silent')
  const databaseUrl = pastUrl(parts.databaseUrl)
  const pool = createPool(databaseUrl, { max: 4, log })
  let at = parts.clock()
  const past = { ...parts, clock: () => at, databaseUrl, pool, db: queryBuilder<Database>(pool), log }
  try {
    return await work(past, async (next) => {
      at = next
      await time.setNow(next)
    })
  } finally {
    await pool.end()
    await time.remove()
  }
}
