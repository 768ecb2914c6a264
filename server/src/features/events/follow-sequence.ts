import { databaseFailure } from '../../platform/db/database-failure.ts'
import { underWatch } from '../../platform/watchdog.ts'
import type { EventSignal } from './event-signal.ts'

export interface Retry {
  /** Delay before the first retry; doubles with each further failure. */
  firstMs: number
  maxMs: number
}

export interface Failure {
  error: unknown
  /** Consecutive failures, including this one. */
  count: number
  retryMs: number
}

/** What a step handled: nothing, the last events, or a full batch, after which more may be left. */
export type Handled = 'none' | 'last' | 'full'

export interface Following {
  /** Stops taking events and waits for those being handled. */
  stop(): Promise<void>
}

interface Parts {
  /** The name used in the log if a step does not end. */
  name: string
  signal: Pick<EventSignal, 'subscribe'>
  /** Handles the next events after the cursor and moves it. */
  step(): Promise<Handled>
  retry: Retry
  /**
   * How long to wait after the last events before handling those of the next signals, in ms, so that many transactions in quick
   * succession do not cause as many steps. Default: 0.
   */
  restMs?: number
  onFailure(failure: Failure): void
}

/** The longest delay while the database is away, which is no reason to wait longer with each failure. */
const mostAwayMs = 5000
/** Polls in addition, because a signal can get lost. */
const lookEveryMs = 1000

/**
 * Calls `step` until it has handled the last events, and again on each signal or after a second; calls never overlap. After a failure
 * it waits for the retry delay and ignores signals in the meantime.
 */
export function followSequence({ name, signal, step, retry, restMs = 0, onFailure }: Parts): Following {
  let isSignaled = true
  let isStopped = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let handledAt = Number.NEGATIVE_INFINITY
  let endRest = () => {}

  async function catchUp(): Promise<void> {
    while (isSignaled && !isStopped) {
      await rest(handledAt + restMs - performance.now())
      isSignaled = false
      for (let handled: Handled = 'full'; handled === 'full' && !isStopped; ) {
        handled = await underWatch(name, step)
        if (handled !== 'none') handledAt = performance.now()
        failures = 0
      }
    }
  }

  async function rest(forMs: number): Promise<void> {
    if (forMs <= 0) return
    await new Promise<void>((resolve) => {
      const resting = setTimeout(resolve, forMs)
      endRest = () => {
        clearTimeout(resting)
        resolve()
      }
    })
  }

  function run(): void {
    clearTimeout(timer)
    isSignaled = true
    running ??= catchUp()
      .then(() => lookEveryMs, fail)
      .then((waitMs) => {
        running = undefined
        if (isStopped) return
        if (isSignaled && failures === 0) run()
        else timer = setTimeout(run, waitMs)
      })
  }

  function fail(error: unknown): number {
    failures += 1
    const isAway = databaseFailure(error) === 'unavailable'
    const maxMs = isAway ? Math.min(mostAwayMs, retry.maxMs) : retry.maxMs
    const retryMs = Math.min(retry.firstMs * 2 ** (failures - 1), maxMs)
    onFailure({ error, count: failures, retryMs })
    return retryMs
  }

  const unsubscribe = signal.subscribe(() => {
    isSignaled = true
    if (!running && failures === 0) run()
  })
  run()
  return {
    async stop() {
      isStopped = true
      unsubscribe()
      clearTimeout(timer)
      endRest()
      await running
    },
  }
}
