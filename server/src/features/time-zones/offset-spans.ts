import { zoneClock } from './zone-clock.ts'

/** From `from` (epoch ms) until the next span begins, local time is UTC plus `offsetMs`. */
export interface OffsetSpan {
  from: number
  offsetMs: number
}

const minuteMs = 60_000
/** No zone has changed its offset twice within a week since 2000, nor will before 2045. */
const probeMs = 5 * 86_400_000

/**
 * Returns the offsets of a zone between two instants, in chronological order. There is always at least one span, and the first
 * begins at `from`. With these, SQL can compute local times without its own time zone data, which may differ from ours.
 */
export function offsetSpans(timeZone: string, from: number, to: number): OffsetSpan[] {
  const clock = zoneClock(timeZone)
  const spans = [{ from, offsetMs: clock.offsetAt(from) }]
  let last = from
  while (last < to) {
    // Probe at the same instants for every range, so that the clock's cache is reused.
    const next = Math.min((Math.floor(last / probeMs) + 1) * probeMs, to)
    const offsetMs = clock.offsetAt(next)
    if (offsetMs !== spans.at(-1)?.offsetMs) spans.push({ from: changeBetween(last, next), offsetMs })
    last = next
  }
  return spans

  /** Returns the first minute that has the offset of `after`. */
  function changeBetween(before: number, after: number): number {
    let [low, high] = [Math.floor(before / minuteMs), Math.floor(after / minuteMs)]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (clock.offsetAt(middle * minuteMs) === clock.offsetAt(after)) high = middle
      else low = middle
    }
    return high * minuteMs
  }
}
