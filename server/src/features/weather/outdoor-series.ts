import { type Interval, maxPoints, type Point } from '@eot/contract/sensors'
import { fittingInterval, intervalLengthMs, intervalStart, type Range } from '../readings/index.ts'
import type { Outdoors } from './outlook.ts'

type OutdoorInterval = Exclude<Interval, 'Raw'>

/**
 * Returns the finest interval of at least an hour, and no finer than the requested one, that keeps a series within 2,000
 * points.
 */
export function outdoorInterval(range: Range, wished: Interval | undefined): OutdoorInterval {
  const isLonger =
    wished !== undefined && wished !== 'Raw' && intervalLengthMs(wished) > intervalLengthMs('OneHour')
  return fittingInterval(range, isLonger ? wished : 'OneHour', maxPoints)
}

/** Returns the points of a value, from hours in chronological order. */
export function outdoorPoints(
  hours: readonly Outdoors[],
  value: (hour: Outdoors) => number | null,
  { interval, timeZone }: { interval: OutdoorInterval; timeZone: string },
): Point[] {
  const known = hours.flatMap((hour) => {
    const one = value(hour)
    return one === null ? [] : [{ at: intervalStart(interval, hour.at.getTime(), timeZone), value: one }]
  })
  return [...Map.groupBy(known, ({ at }) => at)].map(([at, group]): Point => {
    const values = group.map((one) => one.value)
    const sum = values.reduce((total, one) => total + one, 0)
    return [at, sum / values.length, Math.min(...values), Math.max(...values), values.length]
  })
}
