export type Cancel = () => void

/** The time a device lives in; a test gives its own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  after(delayMs: number, run: () => void): Cancel
}

export const wallClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `delayMs`, or at once when the signal says that nobody waits any more. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const settle = () => {
      cancel()
      signal?.removeEventListener('abort', settle)
      resolve()
    }
    const cancel = clock.after(delayMs, settle)
    signal?.addEventListener('abort', settle, { once: true })
  })
}
