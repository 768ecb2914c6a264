/** Epoch ms, [from, to). */
export interface Span {
  from: number
  to: number
}

/** The length of the points of a series. */
export interface PointShape {
  /** In ms; months and years count as their shortest. 0 for single readings. */
  lengthMs: number
  /** Returns when the point that starts at an instant ends. */
  endOf(start: number): number
}

/** Joins spans that are at most `apartMs` apart. The spans must be in ascending order. */
export function joined(spans: readonly Span[], apartMs: number): Span[] {
  const found: Span[] = []
  for (const { from, to } of spans) {
    const last = found.at(-1)
    if (last && from - last.to <= apartMs) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}

/** Clips spans to a range. Spans outside the range are dropped. */
export const within = (spans: readonly Span[], { from, to }: Span): Span[] =>
  spans
    .map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter((span) => span.from < span.to)
