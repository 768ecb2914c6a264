import { intervalAt } from '../readings/index.ts'
import { hoursBetween } from './hours-between.ts'
import { hourMs, hourNumber, type RatedDevice } from './rate-hours.ts'

/** A rating looks back this far, so a reading does not last longer. */
const longestMs = 24 * hourMs

/** A device whose past hours are rated. */
export interface DueDevice extends RatedDevice {
  /** The start of the hour of its newest reading, in epoch ms, which is not stored yet; null: it has sent none. */
  openHour: number | null
}

/**
 * Returns the starts of the hours that can be rated: the given ones, which have stored readings, and those after them in which the
 * last reading still lasts, since the device reports less than once an hour. Hours from the open one on are rated once it is stored.
 */
export function ratableHours(device: DueDevice, stored: readonly number[]): number[] {
  if (device.intervals.every(({ ms }) => ms <= hourMs)) return [...stored]
  const starts = stored.toSorted((a, b) => a - b)
  return starts.flatMap((start, index) => [
    start,
    ...lastingHours(device, start, starts[index + 1] ?? device.openHour ?? start),
  ])
}

/** Returns the hours between one with a reading and the next one, as long as the reading lasts. */
function lastingHours({ intervals, timeZone }: RatedDevice, start: number, next: number): number[] {
  const { starts } = hoursBetween(start + 1, Math.min(next, start + longestMs), timeZone)
  return starts.filter((hour) => {
    const ageMs = (hourNumber(hour) - hourNumber(start)) * hourMs
    // Where clocks change by less than an hour, two hours may begin within the same one of UTC.
    return ageMs > 0 && ageMs < intervalAt(intervals, hour) && hourNumber(hour) < hourNumber(next)
  })
}
