import type { OffsetSpan } from '../time-zones/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** January 1, 1970 was a Thursday. */
const firstWeekday = 4

/** Weekdays, where 0 is Sunday, and hours of the day. undefined: any. */
export interface LocalTimes {
  daysOfWeek?: readonly number[] | undefined
  hoursOfDay?: readonly number[] | undefined
}

/** A period from `from` (inclusive) to `to` (exclusive), in epoch ms. */
export interface Span {
  from: number
  to: number
}

/**
 * Returns when it is one of these weekdays and hours in at least one zone, within a period. `zones` are the offsets of each zone
 * in the period. The spans are in chronological order and do not touch.
 */
export function spansOfLocalTimes(
  zones: readonly (readonly OffsetSpan[])[],
  times: LocalTimes,
  period: Span,
): Span[] {
  const spans = zones.flatMap((offsets) =>
    offsets.flatMap(({ from, offsetMs }, at) =>
      hoursWithin(offsetMs, times, {
        from: at === 0 ? period.from : Math.max(from, period.from),
        to: Math.min(offsets[at + 1]?.from ?? period.to, period.to),
      }),
    ),
  )
  return joined(spans.sort((a, b) => a.from - b.from))
}

function hoursWithin(offsetMs: number, { daysOfWeek, hoursOfDay }: LocalTimes, { from, to }: Span): Span[] {
  const spans: Span[] = []
  const add = (start: number, end: number) => {
    const span = { from: Math.max(start - offsetMs, from), to: Math.min(end - offsetMs, to) }
    if (span.from < span.to) spans.push(span)
  }
  for (let day = Math.floor((from + offsetMs) / dayMs); day * dayMs < to + offsetMs; day += 1) {
    const isWanted = daysOfWeek?.includes((day + firstWeekday) % 7) ?? true
    const start = day * dayMs
    if (!isWanted) continue
    if (!hoursOfDay) add(start, start + dayMs)
    for (const hour of hoursOfDay ?? []) add(start + hour * hourMs, start + (hour + 1) * hourMs)
  }
  return spans
}

/** Joins spans that touch or overlap. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else result.push({ ...span })
  }
  return result
}
