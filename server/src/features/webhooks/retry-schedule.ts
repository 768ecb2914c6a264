const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Time before each retry, as Standard Webhooks recommends: 75.5 hours in total. */
export const retryDelaysMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** Random jitter of up to this share of the delay, so that retries after an outage do not arrive together. */
export const retryJitter = 0.2

/** The longest pause that a receiver can request. */
const longestPauseMs = 24 * hour

/** A receiver that has accepted nothing for this long is stopped until an administrator intervenes. */
export const stopAfterMs = 5 * 24 * hour

/**
 * Returns the time to wait after a number of failed attempts. undefined: no retry is left.
 * @param random from 0 (included) to 1 (excluded)
 * @param askedMs what the receiver has requested by Retry-After
 */
export function retryDelayMs(tries: number, random: number, askedMs = 0): number | undefined {
  const delay = retryDelaysMs[tries - 1]
  if (delay === undefined) return undefined
  const spread = delay * (1 - retryJitter + 2 * retryJitter * random)
  return Math.round(Math.max(spread, Math.min(askedMs, longestPauseMs)))
}

/** Returns whether a receiver that has been failing since an instant is stopped now. */
export const isFailingTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= stopAfterMs
