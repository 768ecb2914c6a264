import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import type { Log } from '../../platform/log.ts'
import { createCursor, isBehind, lockCursor, moveCursor, type StartAt } from './cursors.queries.ts'
import { readEvents, type StoredEvent } from './event.ts'
import type { EventSignal } from './event-signal.ts'
import { listEvents } from './events.queries.ts'
import { type Failure, type Following, followSequence, type Retry } from './follow-sequence.ts'

export interface EventFollower {
  /** Names the stored cursor, so it must stay the same. */
  name: string
  /** Where it begins when it is started for the first time; the present unless said otherwise. */
  startAt?: StartAt
  /**
   * Handles events in the order of their numbers, in the transaction that moves the cursor: each event at least once, and
   * what is written with `tx` exactly once. Enqueue a job for anything that is slow or leaves the database. Throwing
   * hands the same events over again.
   */
  handle(tx: Transaction<Database>, events: readonly StoredEvent[]): Promise<void>
}

export interface FollowParts {
  db: Kysely<Database>
  signal: Pick<EventSignal, 'subscribe'>
  log: Log
  /** Counts a failure of the named follower. */
  countFailure(name: string): void
  retry?: Retry
}

const batchSize = 100
const usualRetry = { firstMs: 1000, maxMs: 300_000 }

/**
 * Hands events to a follower whose cursor is stored. Any number of processes may run the same one: the cursor's row is
 * locked while events are handled, so only one of them is active. Resolves once the cursor exists.
 */
export async function followEvents(follower: EventFollower, parts: FollowParts): Promise<Following> {
  const { name, startAt = 'present', handle } = follower
  const { db, signal, log, countFailure, retry = usualRetry } = parts
  /** The events being handled, first and last. */
  let batch: [number, number] | undefined
  /** After a failure events are handed over one by one up to here, so that the log names the one that fails. */
  let singlyUntil = 0

  const step = async (): Promise<boolean> =>
    (await isBehind(executeIn(db), name)) && db.transaction().execute(handleNext)

  async function handleNext(tx: Transaction<Database>): Promise<boolean> {
    batch = undefined
    const execute = executeIn(tx)
    const cursor = await lockCursor(execute, name)
    if (cursor === undefined) return false
    const rows = await listEvents(execute, cursor, cursor < singlyUntil ? 1 : batchSize)
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return false
    batch = [first.seq, last.seq]
    const lost = first.seq - cursor - 1
    if (lost > 0)
      log.error({ follower: name, lost }, 'events were dropped before a follower had handled them')
    const events = readEvents(rows)
    if (events.length > 0) await handle(tx, events)
    await moveCursor(execute, name, last.seq)
    return true
  }

  function onFailure({ error, count, retryMs }: Failure): void {
    singlyUntil = Math.max(singlyUntil, batch?.[1] ?? 0)
    countFailure(name)
    log.error(
      { err: error, follower: name, events: batch, failures: count, retryMs },
      'an event follower failed',
    )
  }

  await createCursor(executeIn(db), name, startAt)
  return followSequence({ signal, step, retry, onFailure })
}
