const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Time before each retry, as Standard Webhooks recommends: 75.5 hours altogether. */
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

/** Retries are spread by up to this part of their delay, so that those of an outage do not arrive together. */
export const retryJitter = 0.2

/** A receiver cannot ask for a longer pause than this. */
const longestPauseMs = 24 * hour

/** A receiver that has accepted nothing for so long gets nothing more until somebody looks after it. */
export const stopAfterMs = 5 * 24 * hour

/**
 * How long to wait after a number of failed attempts. undefined: no retry is left.
 * @param random from 0 until before 1
 * @param askedMs what the receiver has asked for by Retry-After
 */
export function retryDelayMs(tries: number, random: number, askedMs = 0): number | undefined {
  const delay = retryDelaysMs[tries - 1]
  if (delay === undefined) return undefined
  const spread = delay * (1 - retryJitter + 2 * retryJitter * random)
  return Math.round(Math.max(spread, Math.min(askedMs, longestPauseMs)))
}

/** Whether a receiver that has been failing since an instant is stopped now. */
export const isFailingTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= stopAfterMs
