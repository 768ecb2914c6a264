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
  /** null: still open when the recording ends. */
  endAt: number | null
  value: number
  peak: number
}

/**
 * What the rule has to make of the first recorded kind. It raises at the sample with which the value has been beyond the
 * level for the hold, not before the cooldown after the last end is over; it ends likewise; silence changes nothing.
 */
export function expectedAlerts({ name, rows }: RecordedRoom, rule: Rule, fromMs: number): ExpectedAlert[] {
  const alerts: ExpectedAlert[] = []
  let open: ExpectedAlert | undefined
  let since: number | undefined
  let quietUntil = Number.NEGATIVE_INFINITY
  for (const { at, values } of rows) {
    const value = values[0] ?? Number.NaN
    if (at < fromMs) continue
    if (open) open.peak = Math.max(open.peak, value)
    const counts = open ? value <= rule.ClearLevel : value >= rule.RaiseLevel
    since = counts ? (since ?? at) : undefined
    const held = since !== undefined && at - since >= 1000 * (open ? rule.ClearHold : rule.RaiseHold)
    if (!held || at < quietUntil) continue
    since = undefined
    if (open) {
      open.endAt = at
      quietUntil = at + 1000 * rule.Cooldown
      open = undefined
    } else {
      open = { room: name, startAt: at, endAt: null, value, peak: value }
      alerts.push(open)
    }
  }
  return alerts
}
