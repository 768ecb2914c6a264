import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { type EventFollower, type EventSignal, followEvents } from '../features/events/index.ts'
import { eventFollowers } from '../followers.ts'
import { createPool } from '../platform/db/pool.ts'
import { queryBuilder } from '../platform/db/query-builder.ts'
import type { Log } from '../platform/log.ts'
import type { Stops } from '../platform/stops.ts'

interface Parts {
  databaseUrl: string
  signal: Pick<EventSignal, 'subscribe'>
  log: Log
  countFailure(name: string): void
}

/** Of the 9.5 s that the program has to stop. What has not finished by then is rolled back and handled later. */
const stopBudgetMs = 2000

/** Hands events to the followers for as long as the program runs, each on a connection of its own. */
export async function startFollowers(
  { databaseUrl, ...parts }: Parts,
  stops: Stops,
  followers: readonly EventFollower[] = eventFollowers,
): Promise<void> {
  if (followers.length === 0) return
  const pool = createPool(databaseUrl, { max: followers.length, log: parts.log })
  const db = queryBuilder<Database>(pool)
  stops.add(() => inTime(pool.end()))
  for (const follower of followers) {
    const following = await followEvents(follower, { ...parts, db })
    stops.add(() => inTime(following.stop()))
  }
}

const inTime = (ended: Promise<void>) => Promise.race([ended, delay(stopBudgetMs, undefined, { ref: false })])
