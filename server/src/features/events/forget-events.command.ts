import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Log } from '../../platform/log.ts'
import { deleteEvents, listLaggards } from './cursors.queries.ts'

const dayMs = 86_400_000
const keepDays = 7
/** The limit for a lagging follower; older events are lost to it. */
const mostDays = 30

/**
 * Deletes events a week after they were stored, or later if a follower has not handled them, but after 30 days at the
 * latest.
 */
export async function forgetEvents(execute: Execute, now: Date, log: Log): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  for (const { name, count } of await listLaggards(execute, before(keepDays)))
    log.warn(
      { follower: name, count, mostDays },
      'events are kept past their retention for a lagging follower',
    )
  await deleteEvents(execute, { handled: before(keepDays), all: before(mostDays) })
}
