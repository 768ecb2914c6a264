/** Returns the current time. Passed in, so that tests can control it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Milliseconds since an arbitrary moment. Never jumps, unlike the time of day, so use it for waits and rates. */
export type ElapsedMs = () => number

export const systemElapsedMs: ElapsedMs = () => performance.now()

/** Tolerated difference between the clocks of two processes. A row dated further ahead was written by a wrong clock. */
export const clockDifferenceMs = 60_000
