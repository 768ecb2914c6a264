import type { RatingSeries } from '@eot/contract/ratings'
import { localDay } from './local-day.ts'
import { daysOfMonth, scoreIn } from './score-columns.ts'

type Point = RatingSeries['Points'][number]

/** The number of rooms with each score, from 0 to 100. */
export type Histogram = Uint32Array
export const newHistogram = (): Histogram => new Uint32Array(101)

/** Counts the scores of rooms by date, as YYYY-MM-DD. `days` holds one month of any number of rooms, 31 bytes each. */
export function histogramsByDate(
  months: readonly { month: string; days: Uint8Array }[],
): Map<string, Histogram> {
  const found = new Map<string, Histogram>()
  for (const { month, days } of months)
    for (let day = 1; day <= daysOfMonth; day += 1) {
      const date = `${month.slice(0, 8)}${String(day).padStart(2, '0')}`
      const histogram = found.get(date) ?? newHistogram()
      let isScored = false
      for (let at = day; at <= days.length; at += daysOfMonth) {
        const score = scoreIn(days, at)
        if (score === null) continue
        isScored = true
        histogram[score] = (histogram[score] ?? 0) + 1
      }
      if (isScored) found.set(date, histogram)
    }
  return found
}

/** Returns the point of an interval; undefined if no room has a score. */
export function pointOf(start: number, histogram: Histogram): Point | undefined {
  let [rooms, sum] = [0, 0]
  for (const [score, count] of histogram.entries()) {
    rooms += count
    sum += score * count
  }
  if (rooms === 0) return undefined
  // The nearest rank, like `percentile_disc` of PostgreSQL.
  const percentile = (share: number) => {
    let left = Math.ceil(rooms * share)
    return histogram.findIndex((count) => {
      left -= count
      return left <= 0
    })
  }
  return [start, Math.round(sum / rooms), percentile(0.1), percentile(0.9), rooms]
}

/** Returns the days of [from, to), in epoch ms, in the calendar of a zone, with their dates. */
export function daysBetween(from: number, to: number, timeZone: string): { start: number; date: string }[] {
  const days = []
  for (let at = from; at < to; ) {
    const { since, until, month, day } = localDay(at, timeZone)
    days.push({ start: since, date: `${month.slice(0, 8)}${String(day).padStart(2, '0')}` })
    at = until
  }
  return days
}
