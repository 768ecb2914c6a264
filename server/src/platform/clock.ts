/** What time it is: passed in, so that tests can say. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Milliseconds since an arbitrary moment. Unlike the time of day it never jumps, so waits and rates are measured by it. */
export type ElapsedMs = () => number

export const systemElapsedMs: ElapsedMs = () => performance.now()

/** Clocks of two processes may differ by this much. What a row says of a later time was written by a clock that was wrong. */
export const clockDifferenceMs = 60_000
