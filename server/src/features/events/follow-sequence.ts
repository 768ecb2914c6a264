import type { EventSignal } from './event-signal.ts'

export interface Retry {
  /** Before the first retry; doubles with each further failure. */
  firstMs: number
  maxMs: number
}

export interface Failure {
  error: unknown
  /** Failures in a row, this one included. */
  count: number
  retryMs: number
}

export interface Following {
  /** Takes no further events and waits for those that are being handled. */
  stop(): Promise<void>
}

interface Parts {
  signal: Pick<EventSignal, 'subscribe'>
  /** Handles the next events after the cursor and moves it; false when there is nothing to do. */
  step(): Promise<boolean>
  retry: Retry
  onFailure(failure: Failure): void
}

/** The signal may be missed. */
const lookEveryMs = 1000

/**
 * Calls `step` until it has nothing to do, and again when the signal comes or a second has passed; never twice at a time.
 * After a failure it waits for the retry, whatever is signaled meanwhile.
 */
export function followSequence({ signal, step, retry, onFailure }: Parts): Following {
  let isSignaled = true
  let isStopped = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function catchUp(): Promise<void> {
    while (isSignaled && !isStopped) {
      isSignaled = false
      while (!isStopped && (await step())) failures = 0
      failures = 0
    }
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
    const retryMs = Math.min(retry.firstMs * 2 ** (failures - 1), retry.maxMs)
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
      await running
    },
  }
}
