export interface TimeRange {
  /** Epoch ms, included. */
  from: number
  /** Epoch ms, excluded. */
  to: number
}

/** A time range of a device. */
export interface DeviceRange extends TimeRange {
  no: number
}

/** Returns the parts of a range that are not covered by any span. Spans may overlap, and need not be sorted. */
export function gapsBetween(spans: readonly TimeRange[], { from, to }: TimeRange): TimeRange[] {
  const gaps: TimeRange[] = []
  let end = from
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (span.from >= to) break
    if (span.from > end) gaps.push({ from: end, to: span.from })
    end = Math.max(end, span.to)
  }
  if (end < to) gaps.push({ from: end, to })
  return gaps
}
