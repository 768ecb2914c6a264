import type { Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import { findStuck, missedReports } from '../quality/index.ts'
import { intervalAt, type ReportIntervals, samplesDue } from '../readings/index.ts'
import { type Due, shareSince, withLasting } from './lasting-readings.ts'
import { rateAir, rateComfort } from './rate.ts'
import { type HourRead, type HourSum, slidingDue, slidingHours } from './room-hours.ts'
import type { Scores } from './score-columns.ts'
import { seasonAt } from './season.ts'

export const hourMs = 3_600_000

/** The readings of a device by hour: for each sensor, by number of the hour since 1970, rounded down. */
export type HoursByNumber = ReadonlyMap<SensorKey, ReadonlyMap<number, HourRead>>

export const hourNumber = (at: number): number => Math.floor(at / hourMs)

/** The rated properties of a device besides its readings. */
export interface RatedDevice {
  kinds: readonly string[]
  timeZone: string
  intervals: ReportIntervals
}

const hoursRead = 25

const none: HourSum = { count: 0, sum: 0 }
const hourly = { lengthMs: hourMs, endOf: (start: number) => start + hourMs }

/** Returns the last hours of each sensor, newest first, as input of `slidingHours`, without those in which it was stuck. */
function lastHours(known: HoursByNumber, newest: number, count: number, due: Due): Map<SensorKey, HourSum[]> {
  return new Map(
    [...known].map(([key, hours]) => {
      const read = Array.from({ length: count }, (_, age) => hours.get(newest - age))
      const points = read.flatMap((hour, age): Point[] =>
        hour ? [[(newest - age) * hourMs, hour.sum / hour.count, hour.min, hour.max, hour.count]] : [],
      )
      const stuck = findStuck(key, points.reverse(), { shape: hourly, apartMs: missedReports * hourMs })
      const isStuck = (age: number) =>
        stuck.some(({ from, to }) => from <= (newest - age) * hourMs && (newest - age) * hourMs < to)
      const sums = read.map((hour, age) => (hour && !isStuck(age) ? hour : none))
      return [key, withLasting({ sums, isStuck }, due)]
    }),
  )
}

interface Instant {
  /** When the newest hour began, in epoch ms, and the elapsed share of it, up to 1. */
  newestAt: number
  elapsed: number
  noiseFloor: number | null
  /** When the newest reading was made, in epoch ms; null: not considered. */
  latestAt: number | null
}

/** Returns the data by which a room is rated at an instant: the hours before it. */
export function roomAt(
  device: RatedDevice,
  known: HoursByNumber,
  { newestAt, elapsed, noiseFloor, latestAt }: Instant,
) {
  // In some zones hours do not start on the hour of UTC.
  const starts = Array.from({ length: hoursRead }, (_, age) => newestAt - age * hourMs)
  const due = starts.map((start) => samplesDue(device.intervals, start, start + hourMs))
  const at = newestAt + elapsed * hourMs
  // At the end of an hour, the oldest one does not count.
  const hours = lastHours(known, hourNumber(newestAt), elapsed < 1 ? hoursRead : hoursRead - 1, {
    samples: due.map((ofHour, age) => (age === 0 ? ofHour * elapsed : ofHour)),
    intervals: starts.map((start) => intervalAt(device.intervals, start)),
    sinceNewest: latestAt === null ? 0 : shareSince(at - latestAt, intervalAt(device.intervals, at)),
  })
  return {
    due: slidingDue(due, elapsed),
    hours: new Map([...hours].map(([key, sums]) => [key, slidingHours(sums, elapsed)])),
    noiseFloor,
  }
}

/** Returns the scores of an hour at its end. */
export function rateHour(
  device: RatedDevice,
  known: HoursByNumber,
  { start, noiseFloor }: { start: number; noiseFloor: number | null },
): Scores {
  const room = roomAt(device, known, { newestAt: start, elapsed: 1, noiseFloor, latestAt: null })
  const air = (standard: Parameters<typeof rateAir>[2]) => rateAir(room, device.kinds, standard).score
  return {
    epa: air('EPA'),
    who: air('WHO'),
    uba: air('UBA'),
    indoor: air('Indoor'),
    comfort: rateComfort(room, device.kinds, seasonAt(start, device.timeZone)).score,
  }
}
