import type { Interval } from '@eot/contract/sensors'
import { zoneClock } from '../time-zones/index.ts'
import type { Level } from './level.ts'
import { type NewestReading, openStarts } from './open-starts.ts'
import { intervalStart, levelOf } from './series-interval.ts'

const minuteMs = 60_000

interface Device extends NewestReading {
  no: number
}

/**
 * Returns a function that maps a reading of a device, or a finer bucket that starts at an instant, to the start of its point in
 * a series; NaN: none. Points consist of the buckets that start in [from, to), in the time zone of the site: whole ones, and
 * for an open one its finer buckets, to which the same applies.
 */
export function pointStarts(
  devices: readonly Device[],
  { from, to }: { from: number; to: number },
  interval: Exclude<Interval, 'Raw'>,
  timeZone: string,
): (no: number, at: number) => number {
  const byNo = new Map(devices.map((device) => [device.no, device]))
  const known = new Map<number, ReturnType<typeof bucketsOf>>()
  const points = new Map<number, number>()
  const pointOf = (start: number) => {
    const point = points.get(start) ?? intervalStart(interval, start, timeZone)
    points.set(start, point)
    return point
  }
  return (no, at) => {
    const buckets = known.get(no) ?? bucketsOf(byNo.get(no), levelOf(interval))
    known.set(no, buckets)
    const minute = Math.floor(at / minuteMs)
    let point = buckets.pointOfMinute.get(minute)
    if (point === undefined) {
      const { start, lastStart } = buckets.startsOf(at)
      point = start >= from && lastStart < to ? pointOf(start) : Number.NaN
      buckets.pointOfMinute.set(minute, point)
    }
    return at >= to && minute === buckets.openMinute ? Number.NaN : point
  }
}

/** The coarsest first. */
const levels: Record<Level, readonly Level[]> = {
  day: ['day', 'hour', 'minute'],
  hour: ['hour', 'minute'],
  minute: ['minute'],
}

/** Prepares a lookup that tells which buckets of a device contain an instant, at the given level and all finer ones. */
function bucketsOf(device: Device | undefined, level: Level) {
  const clock = zoneClock(device?.time_zone ?? 'UTC')
  const startOf = (one: Level, at: number) => clock[`${one}Start`](at)
  const latestAt = device?.latest_at?.getTime()
  const starts = device && openStarts(device)
  const open = levels[level].map((one) => [one, starts?.[one]] as const)
  return {
    /**
     * Returns the starts of the buckets that contain an instant: of the level, and of the coarsest that is not open, or else of
     * the minute.
     */
    startsOf(at: number) {
      const starts = open.map(([one, openFrom = Number.POSITIVE_INFINITY]) =>
        at < openFrom ? { start: startOf(one, at), isOpen: false } : { start: openFrom, isOpen: true },
      )
      const last = starts.find(({ isOpen }) => !isOpen) ?? starts.at(-1)
      return { start: starts[0]?.start ?? Number.NaN, lastStart: last?.start ?? Number.NaN }
    },
    openMinute: latestAt === undefined ? undefined : Math.floor(latestAt / minuteMs),
    /** By the number of the minute. */
    pointOfMinute: new Map<number, number>(),
  }
}
