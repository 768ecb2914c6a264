/** A part of a series with a quality, epoch ms, [From, To). */
export interface SpanOfSeries {
  From: number
  To: number
  Quality: string
}

const missing = 'Gap'

interface JudgedPoint {
  /** Starts with its time in epoch ms. Only a time: a gap begins. */
  values: readonly number[]
  quality: string
}

/**
 * Gives each point of a series its quality, and adds a row for each time from which values are missing, in order of time.
 */
export function pointsWithQuality(
  points: readonly (readonly number[])[],
  spans: readonly SpanOfSeries[],
): JudgedPoint[] {
  let open: SpanOfSeries[] = []
  let next = 0
  const judged = points.map((values, index): JudgedPoint => {
    const at = values[0] ?? 0
    const until = points[index + 1]?.[0] ?? Number.POSITIVE_INFINITY
    for (let span = spans[next]; span && span.From < until; span = spans[next]) {
      open.push(span)
      next += 1
    }
    open = open.filter(({ To }) => To > at)
    // Values may be missing only after the point.
    const wrong = open.filter(({ From, Quality }) => Quality !== missing || From <= at)
    const quality = [...new Set(wrong.map(({ Quality }) => Quality))].join('; ') || 'Good'
    return { values, quality }
  })
  const times = new Set(points.map(([at]) => at))
  const gaps = spans
    .filter(({ Quality, From }) => Quality === missing && !times.has(From))
    .map(({ From }): JudgedPoint => ({ values: [From], quality: missing }))
  return [...judged, ...gaps].sort((a, b) => (a.values[0] ?? 0) - (b.values[0] ?? 0))
}
