import type { Interval, Point } from '@eot/contract/sensors'
import { expect } from 'vitest'

export interface OracleSample {
  /** Epoch ms. */
  at: number
  readings: Readonly<Record<string, number>>
}

/** Epoch ms, [from, to). */
export interface OracleRange {
  from: number
  to: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** No interval is longer, whatever the clocks do. In ms. */
const longest: Record<Exclude<Interval, 'Raw'>, number> = {
  OneMinute: minute,
  FiveMinutes: 5 * minute,
  FifteenMinutes: 15 * minute,
  OneHour: hour,
  SixHours: 8 * hour,
  OneDay: 26 * hour,
  OneWeek: 8 * day,
  OneMonth: 32 * day,
  Year: 367 * day,
}

/** Returns what is stored of the samples sent: if a device repeats an instant, the first sample of it. */
export const firstSamples = <One extends { at: number }>(sent: readonly One[]): One[] => [
  ...new Map(sent.toReversed().map((one) => [one.at, one])).values(),
]

/**
 * Computes the points of a series from nothing but the samples: each belongs to the interval that the clock and the calendar on
 * the wall name at its time. The first interval counts from its beginning. Shares no code with what it is compared with.
 */
export function expectedPoints(
  samples: readonly OracleSample[],
  key: string,
  { from, to }: OracleRange,
  interval: Interval,
  timeZone: string,
): Point[] {
  const startOf = (at: number) => (interval === 'Raw' ? at : intervalStartOn(wallIn(timeZone), interval, at))
  const first = startOf(from)
  const values = samples.flatMap(({ at, readings: { [key]: value } }) =>
    value !== undefined && at >= first && at < to ? { at, value } : [],
  )
  return [...Map.groupBy(values, ({ at }) => startOf(at))]
    .map(([start, found]): Point => {
      const [sum, least, greatest] = found.reduce(
        ([sum, least, greatest], { value }) => [
          sum + value,
          Math.min(least, value),
          Math.max(greatest, value),
        ],
        [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      )
      return [start, sum / found.length, least, greatest, found.length]
    })
    .sort(([a], [b]) => a - b)
}

/**
 * Returns points that equal those of a response. Values are stored with six digits, and sums in another order differ in the last
 * ones, so the mean of large values is equal to three decimal places only.
 */
export const nearly = (points: readonly Point[]) =>
  points.map(([at, mean, min, max, count]) => [at, expect.closeTo(mean, 3), min, max, count])

/** Returns the first instant at which the wall has the name of the interval that it has at `at`. Both in epoch ms. */
export function intervalStartOf(interval: Exclude<Interval, 'Raw'>, at: number, timeZone: string): number {
  return intervalStartOn(wallIn(timeZone), interval, at)
}

function intervalStartOn(wall: Wall, interval: Exclude<Interval, 'Raw'>, at: number): number {
  // Every interval begins with a minute.
  const asked = Math.floor(at / minute) * minute
  const ofMinutes = wall.startsOfMinutes.get(interval) ?? new Map<number, number>()
  wall.startsOfMinutes.set(interval, ofMinutes)
  const start = ofMinutes.get(asked) ?? findStart(wall, interval, asked)
  ofMinutes.set(asked, start)
  return start
}

function findStart(wall: Wall, interval: Exclude<Interval, 'Raw'>, at: number): number {
  const name = wall.nameOf(interval, at)
  const known = wall.starts.get(name)
  if (known !== undefined) return known
  let inside = at
  let before = inside - longest[interval]
  while (inside - before > minute) {
    const middle = before + Math.floor((inside - before) / 2 / minute) * minute
    if (wall.nameOf(interval, middle) === name) inside = middle
    else before = middle
  }
  wall.starts.set(name, inside)
  return inside
}

interface Wall {
  nameOf(interval: Exclude<Interval, 'Raw'>, at: number): string
  /** Starts that have been found, by the name of the interval. */
  starts: Map<string, number>
  /** The same by interval and minute, since formatting the name of an instant is slow. */
  startsOfMinutes: Map<Interval, Map<number, number>>
}

const walls = new Map<string, Wall>()

/** The clock and the calendar on a wall in a time zone. */
function wallIn(timeZone: string): Wall {
  const known = walls.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'longOffset',
  })
  const wall: Wall = {
    starts: new Map(),
    startsOfMinutes: new Map(),
    nameOf(interval, at) {
      const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
      const { year, month, day: date, hour: hours, minute: minutes, timeZoneName } = parts
      const today = `${year}-${month}-${date}`
      // An hour that clocks repeat has the same number, but another offset.
      const within = (length: number) =>
        `${interval} ${today} ${hours}:${Math.floor(Number(minutes) / length) * length} ${timeZoneName}`
      switch (interval) {
        case 'OneMinute':
          return within(1)
        case 'FiveMinutes':
          return within(5)
        case 'FifteenMinutes':
          return within(15)
        case 'OneHour':
          return within(60)
        case 'SixHours':
          return `${interval} ${today} ${Math.floor(Number(hours) / 6)}`
        case 'OneDay':
          return `${interval} ${today}`
        case 'OneWeek':
          return `${interval} ${mondayOf(today)}`
        case 'OneMonth':
          return `${interval} ${year}-${month}`
        case 'Year':
          return `${interval} ${year}`
      }
    },
  }
  walls.set(timeZone, wall)
  return wall
}

function mondayOf(today: string): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
