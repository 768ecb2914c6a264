import type pg from 'pg'
import { AppError } from '../../platform/app-error.ts'
import { databaseFailure, sqlState } from '../../platform/db/database-failure.ts'
import type { Log } from '../../platform/log.ts'
import type { LiveEvent } from '../live/index.ts'
import { prepareSession } from './batch.queries.ts'
import type { DeviceEntry } from './device-entry.ts'
import type { Input, ReadingInput } from './input.ts'
import { loadRuntimes } from './runtime.queries.ts'
import { type Prepared, prepareBatch, StateConflict, storeBatch, type Written } from './write-batch.ts'

export type DeviceWriter = ReturnType<typeof createDeviceWriter>

interface Parts {
  /** Its own pool: what people ask for never waits behind readings, nor the other way round. */
  pool: pg.Pool
  log: Log
  now: () => number
  /** Inputs waiting at most; beyond it senders are told to come back. */
  queueLimit: number
  onCommitted: (readings: readonly ReadingInput[], events: readonly LiveEvent[]) => void
}

const mostPerBatch = 10_000
const mostAttempts = 5
/** From so many waiting inputs on, the next batch is prepared while the database works on this one. */
const aheadFrom = 1000
/** After a failure of the database everything is refused for this long, instead of queueing up. */
const refuseMs = 1000

/**
 * The one writer of device inputs in this process. Whatever arrives while a transaction runs goes into the next, so that
 * a lone reading is stored at once and a flood in large groups; a sender hears back after the commit, never before.
 */
export function createDeviceWriter({ pool, log, now, queueLimit, onCommitted }: Parts) {
  let queue: Input[] = []
  let writing: Promise<void> | null = null
  let client: pg.PoolClient | null = null
  let refuseUntil = 0
  let isClosed = false
  let waiting: (() => void)[] = []

  async function connect(): Promise<pg.PoolClient> {
    if (client) return client
    const fresh = await pool.connect()
    fresh.on('error', () => dropClient(fresh))
    try {
      await prepareSession(fresh)
    } catch (error) {
      fresh.release(true) // kept, it would be the only one the pool ever gives
      throw error
    }
    client = fresh
    return fresh
  }

  function dropClient(broken: pg.PoolClient): void {
    if (client !== broken) return
    client = null
    broken.release(true)
  }

  async function drain(): Promise<void> {
    let ready: Prepared | null = null
    while (ready !== null || queue.length > 0) {
      ready ??= await prepare(take())
      ready = ready && (await storeAndPrepareNext(ready))
    }
  }

  function take(): Input[] {
    const batch = queue.length <= mostPerBatch ? queue : queue.slice(0, mostPerBatch)
    queue = batch === queue ? [] : queue.slice(mostPerBatch)
    wakeWaiting()
    return batch
  }

  /** Makes a batch ready; null when that failed, and then its senders know. */
  async function prepare(batch: Input[]): Promise<Prepared | null> {
    try {
      await loadMissing(await connect(), batch)
      return await prepareBatch(batch, now(), false)
    } catch (error) {
      await recover(batch, error)
      return null
    }
  }

  /** While the database works on one batch, the next is made ready if it is large enough to be worth it. */
  async function storeAndPrepareNext(batch: Prepared): Promise<Prepared | null> {
    const storing = store(batch)
    const preparing = batch.outcome && queue.length >= aheadFrom ? prepareAhead() : null
    const [error, next] = await Promise.all([storing, preparing])
    if (error === null) return next
    if (next) {
      forget(next.inputs)
      queue = [...next.inputs, ...queue]
    }
    await recover([...batch.inputs], error)
    return null
  }

  /** null, with everything as before, where that is not possible without asking the database, or fails. */
  async function prepareAhead(): Promise<Prepared | null> {
    const batch = take()
    try {
      const isLoaded = [...devicesOf(batch)].every((device) => device.runtime !== null)
      if (isLoaded) return await prepareBatch(batch, now(), false)
    } catch (error) {
      log.debug({ err: error }, 'a batch could not be prepared ahead')
      forget(batch)
    }
    queue = [...batch, ...queue]
    return null
  }

  /** Stores a batch and tells its senders; answers the error, with nothing stored, if it could not. */
  async function store(batch: Prepared): Promise<unknown> {
    try {
      const written = await storeBatch(await connect(), batch)
      tell(batch.inputs, written)
      return null
    } catch (error) {
      if (client) await rollBack(client)
      return error ?? new Error('unknown')
    }
  }

  /** What could not be stored at the first try: again and carefully, in halves, or not at all. */
  async function recover(batch: Input[], error: unknown): Promise<void> {
    forget(batch)
    if (databaseFailure(error) === 'unavailable') return failAll(batch, error)
    if (isConflict(error)) return settle(batch)
    await isolate(batch, error)
  }

  function forget(batch: readonly Input[]): void {
    for (const device of devicesOf(batch)) device.runtime = null
  }

  /** Writes a batch carefully and tells its senders; never throws. */
  async function settle(batch: Input[]): Promise<void> {
    try {
      tell(batch, await attempt(batch))
    } catch (error) {
      if (databaseFailure(error)) return failAll(batch, error)
      await isolate(batch, error)
    }
  }

  /** To be called after the commit; never throws, since what is stored must not be written again. */
  function tell(batch: readonly Input[], written: Written): void {
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
      // Whoever could not be told now reads it from the database.
      log.error({ err: error }, 'what was stored could not be told')
    }
  }

  /** A batch the database refuses is written in halves, until the one bad input is alone. */
  async function isolate(batch: Input[], error: unknown): Promise<void> {
    if (batch.length === 1) {
      log.error({ err: error, kind: batch[0]?.kind }, 'an input could not be stored')
      batch[0]?.submission.fail(new AppError('internal_error'))
      return
    }
    const middle = batch.length >> 1
    await settle(batch.slice(0, middle))
    await settle(batch.slice(middle))
  }

  async function attempt(batch: Input[]): Promise<Written> {
    for (let number = 1; ; number += 1) {
      const session = await connect()
      try {
        await loadMissing(session, batch)
        return await storeBatch(session, await prepareBatch(batch, now(), true))
      } catch (error) {
        forget(batch)
        await rollBack(session)
        if (!isConflict(error) || number === mostAttempts) throw error
        log.debug({ attempt: number }, 'a device was written elsewhere, starting again')
      }
    }
  }

  async function rollBack(session: pg.PoolClient): Promise<void> {
    try {
      await session.query('rollback')
    } catch {
      dropClient(session) // the connection itself is gone, and with it the transaction
    }
  }

  function failAll(batch: Input[], error: unknown): void {
    refuseUntil = now() + refuseMs
    log.error({ err: error, refused: batch.length + queue.length }, 'the database cannot be reached')
    const failed = [...batch, ...queue]
    queue = []
    for (const input of failed) input.submission.fail(new AppError('database_unavailable'))
  }

  /** Begins to write unless that is under way. A turn of the event loop is waited for, so that what arrived together is written together. */
  function start(): void {
    writing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(drain).finally(() => {
      writing = null
      // Handed over between the end of the last batch and now.
      if (queue.length > 0) start()
    })
  }

  function wakeWaiting(): void {
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }

  return {
    /** Why nothing can be handed over now, or null when it can. */
    refusal(): AppError | null {
      if (isClosed) return new AppError('shutting_down')
      if (now() < refuseUntil) return new AppError('database_unavailable')
      return queue.length >= queueLimit ? new AppError('overloaded') : null
    },

    /** Hands inputs over; each must have been announced to its submission with `expect`. */
    submit(inputs: readonly Input[]): void {
      for (const input of inputs) queue.push(input)
      start()
    },

    /** Resolves when the queue has room again; for `share` of it, so that a flood leaves the rest to others. */
    async room(share = 1): Promise<void> {
      while (queue.length >= queueLimit * share && !isClosed) {
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },

    waitingCount: (): number => queue.length,

    /** Refuses what comes and finishes what has been handed over. */
    async close(): Promise<void> {
      isClosed = true
      while (writing) await writing
      client?.release()
      client = null
    },
  }

  async function loadMissing(session: pg.PoolClient, batch: readonly Input[]): Promise<void> {
    const missing = [...devicesOf(batch)].filter((device) => device.runtime === null)
    if (missing.length > 0) await loadRuntimes(session, missing)
  }
}

function devicesOf(batch: readonly Input[]): Set<DeviceEntry> {
  const devices = new Set<DeviceEntry>()
  for (const input of batch) if (input.kind !== 'refused') devices.add(input.device)
  return devices
}

function readingsOf(batch: readonly Input[], known: ReadonlySet<ReadingInput>): ReadingInput[] {
  return batch.filter((input): input is ReadingInput => input.kind === 'reading' && !known.has(input))
}

const uniqueViolation = '23505'
const deadlock = '40P01'
const serialization = '40001'

function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return (
    error instanceof StateConflict ||
    state === uniqueViolation ||
    state === deadlock ||
    state === serialization
  )
}
