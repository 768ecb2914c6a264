/** A device went online or offline. */
export interface ConnectionChange {
  at: Date
  isOnline: boolean
  /** false: it happened at a site that the reader does not see. */
  isVisible: boolean
}

export interface ConnectionPeriod {
  startAt: Date
  endAt: Date
  isOnline: boolean
}

/**
 * When a device was online from `from` to `now`, by its changes in the order in which they were stored. What happened up to
 * its last change elsewhere is left out. `isOnline` is its current state. `isNew`: it was added at `from`, so it was not yet
 * expected to be online until it first was.
 */
export function connectionPeriods(
  changes: readonly ConnectionChange[],
  { from, now, isOnline, isNew }: { from: Date; now: Date; isOnline: boolean; isNew: boolean },
): ConnectionPeriod[] {
  const elsewhere = changes.findLastIndex(({ isVisible }) => !isVisible)
  const seen = changes.slice(elsewhere + 1)
  const [first] = seen
  if (!first && elsewhere >= 0) return []
  const periods: ConnectionPeriod[] = []
  const begin = (at: Date, state: boolean) => {
    const last = periods.at(-1)
    if (last?.isOnline === state) return
    // A silence counts from the last contact, which may be before a change that was stored earlier.
    const startAt = new Date(
      Math.min(Math.max(at.getTime(), (last?.startAt ?? from).getTime()), now.getTime()),
    )
    if (last) last.endAt = startAt
    periods.push({ startAt, endAt: now, isOnline: state })
  }
  // What it changed from, it was before.
  const before = first ? !first.isOnline : isOnline
  if (elsewhere < 0 && (before || !isNew)) begin(from, before)
  for (const { at, isOnline: state } of seen) begin(at, state)
  return periods.filter(({ startAt, endAt }) => startAt < endAt)
}
