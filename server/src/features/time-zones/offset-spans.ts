import { zoneClock } from './zone-clock.ts'

/** From `from` on, in epoch ms, local time is UTC plus `offsetMs`: until the next span begins. */
export interface OffsetSpan {
  from: number
  offsetMs: number
}

const quarterHourMs = 900_000
/** No zone changed its offset twice within a week since 2000, or will before 2045. */
const probeMs = 5 * 86_400_000

/**
 * The offsets of a zone from one instant to another, in order; the first span begins at `from`, and there is always one.
 * With them SQL can calculate local times without time zone data of its own, which may differ from ours.
 */
export function offsetSpans(timeZone: string, from: number, to: number): OffsetSpan[] {
  const clock = zoneClock(timeZone)
  const spans = [{ from, offsetMs: clock.offsetAt(from) }]
  let last = from
  while (last < to) {
    // Probes stand at the same instants whatever the range, so that the clock remembers them.
    const next = Math.min((Math.floor(last / probeMs) + 1) * probeMs, to)
    const offsetMs = clock.offsetAt(next)
    if (offsetMs !== spans.at(-1)?.offsetMs) spans.push({ from: changeBetween(last, next), offsetMs })
    last = next
  }
  return spans

  /** First quarter of an hour with the offset of `after`. */
  function changeBetween(before: number, after: number): number {
    let [low, high] = [Math.floor(before / quarterHourMs), Math.floor(after / quarterHourMs)]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (clock.offsetAt(middle * quarterHourMs) === clock.offsetAt(after)) high = middle
      else low = middle
    }
    return high * quarterHourMs
  }
}
