import { leastSamples, type RatingType } from '@eot/contract/rating-standards'
import type { RatingSeries } from '@eot/contract/ratings'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { hoursBetween } from './hours-between.ts'
import { localDay } from './local-day.ts'
import { listHourScores, listHoursOfRooms, listMonthsOfRooms, type Wanted } from './past.queries.ts'
import { daysBetween, histogramsByDate, newHistogram, pointOf } from './past-days.ts'
import { hourMs } from './rate-hours.ts'
import { meanScore } from './ratings.wire.ts'

interface Window {
  type: RatingType
  /** Epoch ms, [from, to). */
  from: number
  to: number
  timeZone: string
  /** Now, in epoch ms. */
  now: number
}

type Points = RatingSeries['Points']

/** Reads the hours, by the clock of the window's zone, that begin in it. */
export async function readHourly(
  execute: Execute,
  wanted: readonly Wanted[],
  window: Window,
): Promise<RatingSeries> {
  const within = hoursBetween(window.from, window.to, window.timeZone)
  const hours = within.starts.length > 0 ? await listHoursOfRooms(execute, wanted, within) : []
  const points = hours.map(({ start, mean, low, high, rooms }): Points[number] => [
    start,
    mean,
    low,
    high,
    rooms,
  ])
  return seriesToWire(window, 'OneHour', points)
}

/** Reads days. The current day consists of its hours so far. */
export async function readDaily(
  execute: Execute,
  wanted: readonly Wanted[],
  window: Window,
): Promise<RatingSeries> {
  const { from, to, timeZone, now } = window
  const days = daysBetween(from, Math.min(to, now + 1), timeZone)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return seriesToWire(window, 'OneDay', [])
  const monthOf = (date: string) => `${date.slice(0, 8)}01`
  const months = await listMonthsOfRooms(execute, wanted, {
    first: monthOf(first.date),
    last: monthOf(last.date),
  })
  const histograms = histogramsByDate(months)
  const today = localDay(now, timeZone)
  if (last.start === today.since) histograms.set(last.date, await ofToday(execute, wanted, today.since, now))
  return seriesToWire(
    window,
    'OneDay',
    days.flatMap(({ start, date }) => {
      const point = pointOf(start, histograms.get(date) ?? newHistogram())
      return point ? [point] : []
    }),
  )
}

async function ofToday(execute: Execute, wanted: readonly Wanted[], since: number, now: number) {
  const full = Math.floor((now - since) / hourMs)
  const histogram = newHistogram()
  const scores = await listHourScores(execute, wanted, { from: since, to: now })
  for (const hours of Map.groupBy(scores, ({ no }) => no).values()) {
    const score = meanScore(hours.map(({ score }) => score))
    if (score !== null && hours.length >= full * leastSamples) histogram[score] = (histogram[score] ?? 0) + 1
  }
  return histogram
}

function seriesToWire(
  { type, from, to, timeZone }: Window,
  interval: RatingSeries['Interval'],
  points: Points,
): RatingSeries {
  return {
    Type: type,
    TimeZone: timeZone,
    StartDate: new Date(from).toISOString(),
    EndDate: new Date(to).toISOString(),
    Interval: interval,
    Score: meanScore(points.map(([, mean]) => mean)),
    Points: points,
  }
}
