import { leastSamples } from '@eot/contract/rating-standards'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Averaging, RatedKey } from './standards.ts'

/** The measurements of a sensor within an hour. */
export interface HourSum {
  count: number
  sum: number
}

/** The same, with the lowest and the highest value. */
export interface HourRead extends HourSum {
  min: number
  max: number
}

/** The last hours of a room by sensor, newest first. Those from `slidingHours` end at the rated instant. */
export interface RoomHours {
  /** Samples expected from each sensor, by hour as in `hours`. */
  due: readonly number[]
  hours: ReadonlyMap<SensorKey, readonly HourSum[]>
  /** Level of noise exceeded in 90 % of the minutes of the last hour, dB(A); null if not known. */
  noiseFloor: number | null
}

const none: HourSum = { count: 0, sum: 0 }

/**
 * Returns hours that end at an instant, made of clock hours. `hours[0]` began a share `elapsed` of an hour ago; the hour before
 * contributes evenly the share that completes an hour. With 1, the result is the hours themselves.
 */
export function slidingHours(hours: readonly HourSum[], elapsed: number): HourSum[] {
  const kept = 1 - elapsed
  const part = (index: number, share: number): HourSum => {
    const { count, sum } = hours[index] ?? none
    return { count: count * share, sum: sum * share }
  }
  return hours.slice(0, 24).map((_, index) => {
    const newer = part(index, index === 0 ? 1 : elapsed)
    const older = part(index + 1, kept)
    return { count: newer.count + older.count, sum: newer.sum + older.sum }
  })
}

/** Returns the samples expected in the hours of `slidingHours`. */
export const slidingDue = (due: readonly number[], elapsed: number): number[] =>
  due.slice(0, -1).map((newer, index) => newer * elapsed + (due[index + 1] ?? 0) * (1 - elapsed))

/** Returns the share of the expected samples in the last `hours`, at most 1. */
export function completeness(sums: readonly HourSum[], hours: number, due: readonly number[]): number {
  const count = sums.slice(0, hours).reduce((total, hour) => total + hour.count, 0)
  return Math.min(1, count / due.slice(0, hours).reduce((total, ofHour) => total + ofHour, 0))
}

const isComplete = (share: number) => share >= leastSamples - 1e-9

/**
 * Returns the value of a sensor that is compared with its limits, in the unit of the sensor. null: fewer than 75 % of the
 * samples of the window, or of its last hour.
 */
export function averaged(room: RoomHours, key: RatedKey, averaging: Averaging): number | null {
  const sums = room.hours.get(key) ?? []
  if (!isComplete(completeness(sums, 1, room.due))) return null
  if (averaging.method === 'NowCast') return nowCast(sums.slice(0, averaging.hours), room.due)
  if (!isComplete(completeness(sums, averaging.hours, room.due))) return null
  const window = sums.slice(0, averaging.hours)
  const count = window.reduce((total, hour) => total + hour.count, 0)
  return window.reduce((total, { sum }) => total + sum, 0) / count
}

/**
 * Returns the NowCast of the EPA: the more the values change, the more recent hours weigh. null unless two of the last three
 * hours are complete.
 */
export function nowCast(hours: readonly HourSum[], due: readonly number[]): number | null {
  const means = hours.map((hour, age) =>
    isComplete(completeness([hour], 1, due.slice(age))) ? hour.sum / hour.count : null,
  )
  if (means.slice(0, 3).filter((mean) => mean !== null).length < 2) return null
  const known = means.filter((mean) => mean !== null)
  const greatest = Math.max(...known)
  if (greatest <= 0) return 0
  const weight = Math.max(Math.min(...known) / greatest, 0.5)
  let [total, weights] = [0, 0]
  for (const [age, mean] of means.entries()) {
    if (mean === null) continue
    total += weight ** age * mean
    weights += weight ** age
  }
  return total / weights
}
