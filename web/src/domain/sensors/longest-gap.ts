const intervals = 3

/**
 * Samples further apart than this are not joined by a line, and a value that is older is not shown as the current one.
 * `intervalMs` is the device's report interval.
 */
export const longestGapMs = (intervalMs: number): number => intervals * intervalMs

const leastSilenceMs = 300_000

/** The time after which the server considers a device offline, and a value is no longer judged. */
export const silenceMs = (intervalMs: number): number => Math.max(leastSilenceMs, longestGapMs(intervalMs))
