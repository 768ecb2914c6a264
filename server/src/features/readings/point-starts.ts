import type { Interval } from '@eot/contract/sensors'
import { zoneClock } from '../time-zones/index.ts'
import type { Level } from './level.ts'
import { intervalStart, levelOf } from './series-interval.ts'

const minuteMs = 60_000

interface Device {
  no: number
  time_zone: string | null
  latest_at: Date | null
}

/**
 * To which point of a series a reading of a device belongs, or a finer bucket that starts at an instant; NaN: to none. Points are
 * made of stored buckets that start in [from, to), in the time zone of the site, and a bucket that is open ends with the range.
 */
export function pointStarts(
  devices: readonly Device[],
  { from, to }: { from: number; to: number },
  interval: Exclude<Interval, 'Raw'>,
  timeZone: string,
): (no: number, at: number) => number {
  const byNo = new Map(devices.map((device) => [device.no, device]))
  const clocks = new Map<number, ReturnType<typeof clockOf>>()
  const points = new Map<number, number>()
  const pointOf = (start: number) => {
    if (start < from || start >= to) return Number.NaN
    const point = points.get(start) ?? intervalStart(interval, start, timeZone)
    points.set(start, point)
    return point
  }
  return (no, at) => {
    const clock = clocks.get(no) ?? clockOf(byNo.get(no), levelOf(interval))
    clocks.set(no, clock)
    const minute = Math.floor(at / minuteMs)
    const known = clock.ofMinute.get(minute) ?? pointOf(clock.startOf(at))
    clock.ofMinute.set(minute, known)
    return at >= to && clock.startOf(at) === clock.openFrom ? Number.NaN : known
  }
}

/** When the stored buckets of a device begin, and its open one. */
function clockOf(device: Device | undefined, level: Level) {
  const clock = zoneClock(device?.time_zone ?? 'UTC')
  const startOf = (at: number) => clock[`${level}Start`](at)
  const latestAt = device?.latest_at?.getTime()
  return {
    startOf,
    openFrom: latestAt === undefined ? undefined : startOf(latestAt),
    /** What is known of minutes: the start of their points. */
    ofMinute: new Map<number, number>(),
  }
}
