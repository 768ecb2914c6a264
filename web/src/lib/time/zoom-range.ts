import type { TimeRange } from './time-range.ts'

/** Returns the range of the whole bars that a selection touches. */
export function zoomTo(range: TimeRange, stepMs: number, fromMs: number, toMs: number): TimeRange {
  const edge = (ms: number, round: (bars: number) => number) =>
    range.startTime + round((ms - range.startTime) / stepMs) * stepMs
  return { startTime: edge(fromMs, Math.floor), endTime: Math.min(range.endTime, edge(toMs, Math.ceil)) }
}

export type RangeStep = 'earlier' | 'later' | 'in' | 'out'

const shortestMs = 10 * 60_000
const minuteMs = 60_000

/**
 * Returns the range moved by its own length, or halved or doubled around its middle. undefined: no step in that direction is
 * possible.
 */
export function stepRange(
  { startTime, endTime }: TimeRange,
  step: RangeStep,
  limits: { first: number; last: number },
): TimeRange | undefined {
  const span = endTime - startTime
  const moves = {
    earlier: [-span, -span],
    later: [span, span],
    in: [span / 4, -span / 4],
    out: [-span / 2, span / 2],
  } as const
  const [start, end] = moves[step]
  const moved = {
    startTime: Math.round(Math.max(limits.first, startTime + start) / minuteMs) * minuteMs,
    endTime: Math.round(Math.min(limits.last, endTime + end) / minuteMs) * minuteMs,
  }
  const isSame = moved.startTime === startTime && moved.endTime === endTime
  return isSame || moved.endTime - moved.startTime < shortestMs ? undefined : moved
}
