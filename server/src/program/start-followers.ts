import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { type EventFollower, type EventSignal, followEvents } from '../features/events/index.ts'
import { eventFollowers } from '../followers.ts'
import type { Clock } from '../platform/clock.ts'
import { createPool } from '../platform/db/pool.ts'
import { queryBuilder } from '../platform/db/query-builder.ts'
import type { Log } from '../platform/log.ts'
import type { Stops } from '../platform/stops.ts'

interface Parts {
  databaseUrl: string
  signal: Pick<EventSignal, 'subscribe'>
  log: Log
  clock: Clock
  countFailure(name: string): void
}

/** Share of the 9.5 s shutdown budget. Handlers still running by then are rolled back and run again later. */
const stopBudgetMs = 2000

/** Delivers events to the followers while the program runs, each on its own connection. */
export async function startFollowers(
  { databaseUrl, clock, ...parts }: Parts,
  stops: Stops,
  followers: readonly EventFollower[] = eventFollowers({ clock }),
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
