import { offsetAt } from '../../texts/zoned-time.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The offset of every zone is a multiple of a quarter hour, so no local boundary falls between two quarters. */
const QUARTER = 15 * MINUTE

/** The longest step whose ticks no time change moves: changes are by half or whole hours. */
const LONGEST_UNMOVED = 30 * MINUTE

const LONGEST = 364 * DAY
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 28, 91].map((n) => n * DAY),
  LONGEST,
]

export interface TimeTicks {
  stepMs: number
  /** Epoch ms, ascending. */
  at: number[]
}

/**
 * Returns ticks at round local times of a zone, about `count` at most. On the day of a time change, a tick that does not
 * exist moves to the first moment after it, and one that occurs twice appears once.
 */
export function timeTicks(fromMs: number, toMs: number, count: number, timeZone: string): TimeTicks {
  const spanMs = Math.max(1, toMs - fromMs)
  const stepMs = steps.find((step) => spanMs / step <= Math.max(1, count)) ?? LONGEST
  const place = stepMs <= LONGEST_UNMOVED ? shortTicks : longTicks
  return { stepMs, at: place(fromMs, toMs, stepMs, timeZone) }
}

function shortTicks(fromMs: number, toMs: number, stepMs: number, timeZone: string): number[] {
  const offsetMs = offsetAt(fromMs, timeZone)
  const at: number[] = []
  let tick = Math.ceil((fromMs + offsetMs) / stepMs) * stepMs - offsetMs
  for (; tick <= toMs; tick += stepMs) at.push(tick)
  return at
}

/** Steps through quarter hours and records where local time enters the next interval of `stepMs`. */
function longTicks(fromMs: number, toMs: number, stepMs: number, timeZone: string): number[] {
  const at: number[] = []
  let candidate = Math.ceil(fromMs / QUARTER) * QUARTER
  let reached = stretchNumber(candidate - QUARTER, stepMs, timeZone)
  while (candidate <= toMs) {
    const stretch = stretchNumber(candidate, stepMs, timeZone)
    if (stretch > reached) {
      at.push(candidate)
      reached = stretch
      candidate += Math.max(QUARTER, stepMs - 2 * HOUR)
    } else candidate += QUARTER
  }
  return at
}

/** Number of the interval of local time that contains `ms`. Weeks count from 1970-01-05, a Monday. */
function stretchNumber(ms: number, stepMs: number, timeZone: string): number {
  const localMs = ms + offsetAt(ms, timeZone)
  const anchorMs = stepMs > 2 * DAY ? 4 * DAY : 0
  return Math.floor((localMs - anchorMs) / stepMs)
}
