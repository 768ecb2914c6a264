/** What the response of a series endpoint has in common with others. Times of points are in epoch ms. */
interface SeriesAnswer {
  Interval: string
  points: readonly number[]
}

interface RangeQuery {
  startTime?: number
  endTime?: number
  interval?: string
}

/**
 * Yields the response of a series endpoint. If it has a longer interval than requested, since it would have too many points, yields
 * responses about consecutive parts of the range instead, which have the requested interval.
 */
export async function* partsOfRange<Answer>(
  query: RangeQuery,
  ask: (query: RangeQuery) => Promise<Answer>,
  describe: (answer: Answer) => SeriesAnswer,
): AsyncGenerator<Answer> {
  const answer = await ask(query)
  const { Interval, points } = describe(answer)
  const middle = query.interval === undefined || Interval === query.interval ? undefined : cut(query, points)
  if (middle === undefined) return yield answer
  yield* partsOfRange({ ...query, endTime: middle }, ask, describe)
  yield* partsOfRange({ ...query, startTime: middle }, ask, describe)
}

/**
 * Returns an instant that halves the points of a range. It begins a point, so that no shorter interval is cut. undefined: there is
 * none, or the range is not given.
 */
function cut({ startTime, endTime, interval }: RangeQuery, points: readonly number[]): number | undefined {
  if (startTime === undefined || endTime === undefined) return undefined
  const starts = [...new Set(points)].filter((at) => at > startTime && at < endTime).sort((a, b) => a - b)
  const start = starts[starts.length >> 1]
  if (start !== undefined || interval !== 'Raw') return start
  // Any instant separates two readings.
  const middle = Math.floor((startTime + endTime) / 2)
  return middle > startTime ? middle : undefined
}
