/** A device went online or offline. */
export interface ConnectionChange {
  at: Date
  isOnline: boolean
  /** false: it happened at a site that the reader may not see. */
  isVisible: boolean
}

export interface ConnectionPeriod {
  startAt: Date
  endAt: Date
  isOnline: boolean
}

/**
 * Returns when a device was online from `from` to `now`, by its changes in the order in which they were stored. Changes up to
 * the last one at a site that the reader may not see are left out. `isOnline` is the current state. `isNew`: the device was
 * added at `from`, so it was not yet expected to be online until it first was.
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
    // A silence counts from the last contact, which may precede a change that was stored earlier.
    const startAt = new Date(
      Math.min(Math.max(at.getTime(), (last?.startAt ?? from).getTime()), now.getTime()),
    )
    if (last) last.endAt = startAt
    periods.push({ startAt, endAt: now, isOnline: state })
  }
  // Before a change, the device was in the other state.
  const before = first ? !first.isOnline : isOnline
  if (elsewhere < 0 && (before || !isNew)) begin(from, before)
  for (const { at, isOnline: state } of seen) begin(at, state)
  return periods.filter(({ startAt, endAt }) => startAt < endAt)
}
