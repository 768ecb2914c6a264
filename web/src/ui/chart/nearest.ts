/** Index of the time nearest to `ms` in ascending times. Of two equally near, the later; -1 for an empty list. */
export function nearestIndex(timesMs: readonly number[], ms: number): number {
  let low = 0
  let high = timesMs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timesMs[middle] ?? Number.POSITIVE_INFINITY) < ms) low = middle + 1
    else high = middle
  }
  const after = timesMs[low]
  const before = timesMs[low - 1]
  if (after === undefined) return low - 1
  if (before === undefined) return low
  return ms - before < after - ms ? low - 1 : low
}
