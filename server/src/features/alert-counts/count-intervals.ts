import { type Interval, maxPoints } from '@eot/contract/sensors'
import { fittingInterval, intervalStart, nextIntervalStart } from '../readings/index.ts'

/** Consecutive intervals that cover a range. */
export interface CountIntervals {
  interval: Exclude<Interval, 'Raw'>
  /** Their starts in epoch ms. The first interval contains the start of the range. */
  starts: number[]
}

/**
 * Divides [from, to), in epoch ms, into calendar intervals of a time zone. Uses longer intervals than requested if there would
 * be more than 2,000.
 */
export function countIntervals(
  { from, to }: { from: number; to: number },
  wished: Exclude<Interval, 'Raw'>,
  timeZone: string,
): CountIntervals {
  const interval = fittingInterval({ from, to }, wished, maxPoints)
  const starts = [intervalStart(interval, from, timeZone)]
  for (;;) {
    const start = nextIntervalStart(interval, starts.at(-1) ?? from, timeZone)
    if (start >= to) return { interval, starts }
    starts.push(start)
  }
}
