export type Cancel = () => void

/** Clock of a device; tests pass their own. */
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

/** Resolves after `delayMs`, or immediately when the signal aborts. */
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
