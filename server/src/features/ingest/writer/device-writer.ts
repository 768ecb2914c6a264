import type pg from 'pg'
import { AppError } from '../../../platform/app-error.ts'
import type { Log } from '../../../platform/log.ts'
import { underWatch } from '../../../platform/watchdog.ts'
import type { NewEvent } from '../../events/index.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import { devicesOf, forget, readingsOf } from './batch-contents.ts'
import type { Input, ReadingInput } from './input.ts'
import { createRecovery } from './recovery.ts'
import { loadMissing } from './runtime.queries.ts'
import { SuspectSenders } from './suspect-senders.ts'
import { type Prepared, prepareBatch, storeBatch, type Written } from './write-batch.ts'
import { createWriterSession } from './writer-session.ts'

export type DeviceWriter = ReturnType<typeof createDeviceWriter>

interface Parts {
  /** A separate pool, so that writes and API requests never wait for each other's connections. */
  pool: pg.Pool
  log: Log
  now: () => number
  /** Reads devices again that another transaction has changed. Returns those that no longer exist. */
  refresh: (devices: readonly DeviceEntry[]) => Promise<ReadonlySet<DeviceEntry>>
  /** Maximum number of waiting inputs; beyond it senders are asked to retry later. */
  queueLimit: number
  onCommitted: (readings: readonly ReadingInput[], events: readonly NewEvent[]) => void
}

const mostPerBatch = 10_000
/** With this many waiting inputs or more, the next batch is prepared while the database processes the current one. */
const aheadFrom = 1000
/** After a database failure everything is rejected for this long instead of being queued. */
const refuseMs = 1000

/**
 * The only writer of device inputs in this process. Inputs that arrive during a transaction go into the next one, so a
 * single reading is stored at once and a flood in large batches. Senders get their result only after the commit.
 */
export function createDeviceWriter({ pool, log, now, refresh, queueLimit, onCommitted }: Parts) {
  let queue: Input[] = []
  let writing: Promise<void> | null = null
  let failedAt: number | null = null
  let isClosed = false
  let waiting: (() => void)[] = []
  let noteProgress = () => {}
  const session = createWriterSession(pool, () => noteProgress())
  const suspects = new SuspectSenders(now)
  const { recover, settle, failStillLocked, mayBeLocked } = createRecovery({
    session,
    suspects,
    log,
    now,
    refresh,
    notifySenders,
    failAll,
    onSuspect() {
      queue = queue.filter((input) => !suspects.take(input))
    },
  })

  async function drain(): Promise<void> {
    let ready: Prepared | null = null
    while (ready !== null || queue.length > 0 || suspects.count > 0) {
      if (queue.length > 0) ready ??= await prepare(take())
      ready = ready && (await storeAndPrepareNext(ready))
      const suspected = suspects.next()
      if (!suspected) continue
      wakeWaiting()
      await settle(suspected)
    }
  }

  const circumstances = () => ({
    now: now(),
    careful: false,
    omitsSingleMinutes: session.omitsSingleMinutes(),
  })

  function take(): Input[] {
    const batch = queue.length <= mostPerBatch ? queue : queue.slice(0, mostPerBatch)
    queue = batch === queue ? [] : queue.slice(mostPerBatch)
    wakeWaiting()
    return batch
  }

  /** Prepares a batch. Returns null on failure; its senders have been notified. */
  async function prepare(taken: Input[]): Promise<Prepared | null> {
    const batch = await failStillLocked(taken)
    if (batch.length === 0) return null
    try {
      await loadMissing(await session.connect(), devicesOf(batch))
      return await prepareBatch(batch, circumstances())
    } catch (error) {
      await recover(batch, error)
      return null
    }
  }

  /** Prepares the next batch while the database stores this one, if enough inputs are waiting. */
  async function storeAndPrepareNext(batch: Prepared): Promise<Prepared | null> {
    let isNextReady = false
    const storing = store(batch, () => isNextReady)
    const preparing = batch.outcome && queue.length >= aheadFrom ? prepareAhead() : null
    const noted = preparing?.then((prepared) => {
      isNextReady = prepared !== null
      return prepared
    })
    const [error, next = null] = await Promise.all([storing, noted])
    if (error === null) return next
    if (next) {
      forget(next.inputs)
      queue = [...next.inputs, ...queue]
    }
    await recover([...batch.inputs], error)
    return null
  }

  /** Returns null and restores the queue if this is not possible without a query, or fails. */
  async function prepareAhead(): Promise<Prepared | null> {
    const batch = take()
    try {
      const isLoaded = [...devicesOf(batch)].every((device) => device.runtime !== null)
      if (isLoaded && !mayBeLocked(batch)) return await prepareBatch(batch, circumstances())
    } catch (error) {
      log.debug({ err: error }, 'failed to prepare a batch ahead')
      forget(batch)
    }
    queue = [...batch, ...queue]
    return null
  }

  /** Stores a batch and has its senders notified. Returns the error if nothing could be stored. */
  async function store(batch: Prepared, isNextReady: () => boolean): Promise<unknown> {
    try {
      const client = await session.connect()
      await client.query('begin')
      const written = await storeBatch(client, batch)
      const notify = () => notifySenders(batch.inputs, written)
      // Notifying the senders of a large batch takes milliseconds. The database need not wait for it.
      if (isNextReady()) setImmediate(notify)
      else notify()
      return null
    } catch (error) {
      await session.rollBack()
      return error ?? new Error('unknown')
    }
  }

  /** Call after the commit. Never throws, since what is stored must not be written again. */
  function notifySenders(batch: readonly Input[], written: Written): void {
    for (const input of batch) {
      if (input.kind === 'reading') {
        if (written.known.has(input)) input.submission.duplicates += 1
        else input.submission.accepted += 1
      }
      input.submission.done()
    }
    try {
      onCommitted(readingsOf(batch, written.known), written.events)
    } catch (error) {
      // Clients that miss this read it from the database.
      log.error({ err: error }, 'failed to announce stored readings')
    }
  }

  function failAll(batch: Input[], error: unknown): void {
    failedAt = now()
    const failed = [...batch, ...queue, ...suspects.empty()]
    log.error({ err: error, refused: failed.length }, 'the database cannot be reached')
    queue = []
    for (const input of failed) input.submission.fail(new AppError('database_unavailable'))
    wakeWaiting()
  }

  /**
   * Starts writing unless a write is in progress. Waits one turn of the event loop, so that inputs that arrive together
   * are written together.
   */
  function start(): void {
    writing ??= underWatch('device writer', async (progress) => {
      noteProgress = progress
      await new Promise<void>((resolve) => setImmediate(resolve))
      await drain()
    }).finally(() => {
      writing = null
      // Inputs submitted between the end of the last batch and now.
      if (queue.length > 0 || suspects.count > 0) start()
    })
  }

  function waitingCount(): number {
    return queue.length + suspects.count
  }

  function wakeWaiting(): void {
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }

  return {
    /** Returns why nothing can be submitted now, or null if it can. */
    refusal(): AppError | null {
      if (isClosed) return new AppError('shutting_down')
      if (failedAt !== null) {
        const sinceMs = now() - failedAt // negative after the clock has gone back
        if (sinceMs >= 0 && sinceMs < refuseMs) return new AppError('database_unavailable')
        failedAt = null
      }
      return waitingCount() >= queueLimit ? new AppError('overloaded') : null
    },

    /** Submits inputs; announce each to its submission with `expect` first. */
    submit(inputs: readonly Input[]): void {
      for (const input of inputs) if (!suspects.take(input)) queue.push(input)
      start()
    },

    /** Resolves when the queue has room again, up to `share` of it, so that a flood leaves the rest to others. */
    async room(share = 1): Promise<void> {
      while (waitingCount() >= queueLimit * share && !isClosed) {
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },

    waitingCount,

    /** Rejects new inputs and finishes those already submitted. */
    async close(): Promise<void> {
      isClosed = true
      wakeWaiting()
      while (writing) await writing
      session.close()
    },
  }
}
