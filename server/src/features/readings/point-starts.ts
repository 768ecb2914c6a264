import type { Interval } from '@eot/contract/sensors'
import { zoneClock } from '../time-zones/index.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
import { intervalStart, levelOf } from './series-interval.ts'

const minuteMs = 60_000

/**
 * To which point of a series a reading of a device belongs, or a finer bucket that starts at an instant; NaN: to none. Points are
 * made of stored buckets that start in [from, to), in the time zone of the site, and a bucket that is open ends with the range.
 */
export function pointStarts(
  devices: readonly SeriesDevice[],
  { from, to }: Range,
  interval: Exclude<Interval, 'Raw'>,
  timeZone: string,
): (no: number, at: number) => number {
  const level = levelOf(interval)
  const clocks = new Map(
    devices.map(({ no, time_zone, latest_at }) => {
      const clock = zoneClock(time_zone ?? 'UTC')
      const startOf = (at: number) => clock[`${level}Start`](at)
      return [
        no,
        { startOf, openFrom: latest_at && startOf(latest_at.getTime()), ofMinute: new Map<number, number>() },
      ]
    }),
  )
  const points = new Map<number, number>()
  const pointOf = (start: number) => {
    if (start < from || start >= to) return Number.NaN
    const point = points.get(start) ?? intervalStart(interval, start, timeZone)
    points.set(start, point)
    return point
  }
  return (no, at) => {
    const device = clocks.get(no)
    if (!device) return Number.NaN
    const minute = Math.floor(at / minuteMs)
    const known = device.ofMinute.get(minute) ?? pointOf(device.startOf(at))
    device.ofMinute.set(minute, known)
    return at >= to && device.startOf(at) === device.openFrom ? Number.NaN : known
  }
}
