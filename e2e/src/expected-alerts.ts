import type { RecordedRoom } from './recorded-rooms.ts'

export interface Rule {
  RaiseLevel: number
  ClearLevel: number
  /** Seconds. */
  RaiseHold: number
  ClearHold: number
  Cooldown: number
}

export interface ExpectedAlert {
  room: string
  startAt: number
  /** null if still open when the recording ends. */
  endAt: number | null
  value: number
  peak: number
}

/** Default of a device without a configured interval. */
const intervalMs = 60_000

/**
 * Expected alerts for the first recorded kind. An alert is raised when the value has been beyond the level for the hold
 * and the cooldown is over, and ends likewise. The clock completes a hold between two rows if the last row is at most
 * three intervals old, or one if it is the only row; a longer gap restarts the hold.
 */
export function expectedAlerts({ name, rows }: RecordedRoom, rule: Rule, fromMs: number): ExpectedAlert[] {
  const alerts: ExpectedAlert[] = []
  let open: ExpectedAlert | undefined
  let run: { since: number; last: number; value: number } | undefined
  let quietUntil = Number.NEGATIVE_INFINITY

  const complete = (at: number, value: number) => {
    run = undefined
    if (open) {
      open.endAt = at
      quietUntil = at + 1000 * rule.Cooldown
      open = undefined
    } else {
      open = { room: name, startAt: at, endAt: null, value, peak: value }
      alerts.push(open)
    }
  }
  const dueOf = (since: number) =>
    open ? since + 1000 * rule.ClearHold : Math.max(since + 1000 * rule.RaiseHold, quietUntil)

  for (const { at, values } of rows) {
    const value = values[0] ?? Number.NaN
    if (at < fromMs) continue
    if (run) {
      const due = dueOf(run.since)
      const isKnown = run.last > run.since ? due - run.last <= 3 * intervalMs : due - run.last < intervalMs
      if (due < at && isKnown) complete(due, run.value)
    }
    if (open) open.peak = Math.max(open.peak, value)
    const counts = open ? value <= rule.ClearLevel : value >= rule.RaiseLevel
    const since = run && at - run.last <= 3 * intervalMs ? run.since : at
    run = counts ? { since, last: at, value } : undefined
    if (counts && at >= dueOf(since)) complete(at, value)
  }
  return alerts
}
