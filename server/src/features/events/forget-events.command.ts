import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Log } from '../../platform/log.ts'
import { deleteEvents, listLaggards } from './cursors.queries.ts'

const dayMs = 86_400_000
const keepDays = 7
/** For a follower that lags; beyond this its events are lost to it. */
const mostDays = 30

/** Deletes events a week after they were stored, or later where a follower has not handled them: after 30 days at most. */
export async function forgetEvents(execute: Execute, now: Date, log: Log): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  for (const { name, count } of await listLaggards(execute, before(keepDays)))
    log.warn(
      { follower: name, count, mostDays },
      'events are kept past their retention for a follower that lags',
    )
  await deleteEvents(execute, { handled: before(keepDays), all: before(mostDays) })
}
