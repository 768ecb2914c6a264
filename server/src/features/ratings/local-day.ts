import { zoneClock } from '../time-zones/index.ts'

const dayMs = 86_400_000

/** A day in the calendar of a zone. */
export interface LocalDay {
  /** Epoch ms, [since, until). */
  since: number
  until: number
  /** The first day of its month, as YYYY-MM-DD. */
  month: string
  /** 1 to 31. */
  day: number
}

/** Returns the day that contains an instant. */
export function localDay(at: number, timeZone: string): LocalDay {
  const clock = zoneClock(timeZone)
  const since = clock.dayStart(at)
  // Days have 23 to 25 hours, so that 36 hours later is always within the next one.
  const until = clock.dayStart(since + 1.5 * dayMs)
  const noon = since + dayMs / 2
  const local = new Date(noon + clock.offsetAt(noon)).toISOString()
  return { since, until, month: `${local.slice(0, 7)}-01`, day: Number(local.slice(8, 10)) }
}
