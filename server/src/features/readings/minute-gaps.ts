export interface TimeRange {
  /** Epoch ms, included. */
  from: number
  /** Epoch ms, excluded. */
  to: number
}

/** Returns the parts of a range that no span covers. Spans may overlap and be in any order. */
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
