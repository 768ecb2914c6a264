import { offsetSpans } from '../../time-zones/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** An hour of local time in a zone. A repeated hour occurs twice, and a skipped one not at all. */
export interface LocalHour {
  /** Epoch ms. */
  at: number
  /** Days of the local calendar since 1970-01-01. */
  day: number
  /** 0 to 23. */
  hour: number
}

/** Returns the hours of the local days from `firstDay` until `endDay` (excluded). */
export function localHours(timeZone: string, firstDay: number, endDay: number): LocalHour[] {
  // No zone is farther from UTC than 14 hours.
  const [from, to] = [firstDay * dayMs - 14 * hourMs, endDay * dayMs + 14 * hourMs]
  const spans = offsetSpans(timeZone, from, to)
  return spans.flatMap(({ from: start, offsetMs }, index) => {
    const end = spans[index + 1]?.from ?? to
    const hours: LocalHour[] = []
    for (let at = start; at < end; ) {
      const local = at + offsetMs
      const day = Math.floor(local / dayMs)
      if (day >= firstDay && day < endDay)
        hours.push({ at, day, hour: Math.floor(local / hourMs) - day * 24 })
      at = (Math.floor(local / hourMs) + 1) * hourMs - offsetMs
    }
    return hours
  })
}

/** Returns the local day at an instant, in days since 1970-01-01. */
export function localDay(timeZone: string, at: number): number {
  const [span] = offsetSpans(timeZone, at, at)
  return Math.floor((at + (span?.offsetMs ?? 0)) / dayMs)
}

/** Returns the hour of the local day at an instant. */
export const localHour = (timeZone: string, at: number): number =>
  Math.floor((at + (offsetSpans(timeZone, at, at)[0]?.offsetMs ?? 0)) / hourMs) % 24

/** 0 is Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

/** 2026-11-25 */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

export const dayOfDate = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs)
