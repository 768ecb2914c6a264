import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import type { Log } from '../../platform/log.ts'
import { createCursor, isBehind, lockCursor, moveCursor, type StartAt } from './cursors.queries.ts'
import { readEvents, type StoredEvent } from './event.ts'
import type { EventSignal } from './event-signal.ts'
import { listEvents } from './events.queries.ts'
import { type Failure, type Following, followSequence, type Handled, type Retry } from './follow-sequence.ts'

export interface EventFollower {
  /** Identifies the stored cursor, so it must never change. */
  name: string
  /** Where to start the first time it runs. Default: the present. */
  startAt?: StartAt
  /**
   * Handles events in the order of their numbers, within the transaction that moves the cursor. Each event is delivered
   * at least once; writes through `tx` take effect exactly once. Enqueue a job for anything slow or outside the
   * database. If it throws, the same events are delivered again.
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
/** Nobody notices such a delay of a message, and followers have much less to do while many alerts start and end. */
const restMs = 200
const usualRetry = { firstMs: 1000, maxMs: 300_000 }

/**
 * Delivers events to a follower with a stored cursor. Any number of processes may run the same follower: the cursor row
 * is locked while events are handled, so only one is active. Resolves once the cursor exists.
 */
export async function followEvents(follower: EventFollower, parts: FollowParts): Promise<Following> {
  const { name, startAt = 'present', handle } = follower
  const { db, signal, log, countFailure, retry = usualRetry } = parts
  /** First and last number of the events being handled. */
  let batch: [number, number] | undefined
  /**
   * After a failure, events up to this number are delivered one at a time, so that the log names the one that fails.
   */
  let singlyUntil = 0

  const step = async (): Promise<Handled> =>
    (await isBehind(executeIn(db), name)) ? db.transaction().execute(handleNext) : 'none'

  async function handleNext(tx: Transaction<Database>): Promise<Handled> {
    batch = undefined
    const execute = executeIn(tx)
    const cursor = await lockCursor(execute, name)
    if (cursor === undefined) return 'none'
    const limit = cursor < singlyUntil ? 1 : batchSize
    const rows = await listEvents(execute, cursor, limit)
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return 'none'
    batch = [first.seq, last.seq]
    const lost = first.seq - cursor - 1
    if (lost > 0) log.error({ follower: name, lost }, 'events were deleted before a follower handled them')
    const events = readEvents(rows)
    if (events.length > 0) await handle(tx, events)
    await moveCursor(execute, name, last.seq)
    return rows.length < limit ? 'last' : 'full'
  }

  function onFailure({ error, count, retryMs }: Failure): void {
    singlyUntil = Math.max(singlyUntil, batch?.[1] ?? 0)
    countFailure(name)
    log.error(
      { err: error, follower: name, events: batch, failures: count, retryMs },
      'event follower failed',
    )
  }

  await createCursor(executeIn(db), name, startAt)
  return followSequence({ name: `follower ${name}`, signal, step, retry, restMs, onFailure })
}
