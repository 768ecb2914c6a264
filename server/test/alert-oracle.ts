/** An input that arrives at the instant `now`, from a device or a user. All instants are whole seconds in epoch ms. */
export type DeviceEvent =
  | { now: number; at: number; readings: Readonly<Record<string, number>> }
  | { now: number; end: true }

export interface OracleRule {
  kind: string
  isHigh: boolean
  raiseLevel: number
  clearLevel: number
  raiseHoldMs: number
  clearHoldMs: number
  cooldownMs: number
  /** null if the kind reports states, not moments. */
  quietMs: number | null
}

export interface OracleAlert {
  startAt: number
  endAt: number | null
  reason: string | null
  value: number
  peak: number
  isUnstable: boolean
}

interface Reading {
  at: number
  value: number
}

const second = 1000
const halfHour = 1800 * second

/**
 * Computes the alerts of one type at one device by an independent method: steps through every second of the device's time
 * and evaluates each from all earlier readings. Written from the specification (B11 to B18 and the related decisions);
 * shares no code with the engine it is compared with.
 */
export function oracleAlerts(
  events: readonly DeviceEvent[],
  rule: OracleRule,
  intervalMs: number,
  until: number,
): OracleAlert[] {
  const alerts: OracleAlert[] = []
  const arrivals = Map.groupBy(events, ({ now }) => now)
  const seen = new Set<number>()
  /** Readings of the kind since the last raise or end, in order. */
  let line: Reading[] = []
  let newest = -Infinity
  let lag = 0
  let clock = Infinity
  let beyondAt = 0
  let isSpent = false

  const isBeyond = (value: number) => (rule.isHigh ? value >= rule.raiseLevel : value <= rule.raiseLevel)
  const isClear = (value: number) => (rule.isHigh ? value <= rule.clearLevel : value >= rule.clearLevel)
  const open = () => alerts.find(({ endAt }) => endAt === null)
  const quietUntil = () => Math.max(...alerts.map(({ endAt }) => (endAt ?? 0) + rule.cooldownMs), 0)

  for (let now = events[0]?.now ?? until; now <= until; now += second) {
    for (const event of arrivals.get(now) ?? []) {
      if ('end' in event) endByHand(now)
      else if (!seen.has(event.at)) take(event, now)
    }
    walkTo(now - lag)
  }
  return alerts

  function take({ at, readings }: { at: number; readings: Readonly<Record<string, number>> }, now: number) {
    seen.add(at)
    const value = readings[rule.kind]
    const inOrder = at > newest
    if (!inOrder) return value === undefined ? undefined : takeLate(at, value, now)
    walkTo(at - second)
    newest = clock = at
    lag = now - at
    if (value !== undefined) takeInOrder({ at, value })
    judge(at)
  }

  function takeInOrder(reading: Reading) {
    const { at, value } = reading
    if (isSpent) {
      const isAnother = rule.quietMs !== null && at - beyondAt > rule.quietMs
      isSpent = !isClear(value) && !isAnother
      beyondAt = at
      if (isSpent) return
    }
    line.push(reading)
    const alert = open()
    if (alert) alert.peak = farther(alert.peak, value)
    if (alert && !isClear(value)) beyondAt = at
  }

  function takeLate(at: number, value: number, now: number) {
    if (!isBeyond(value)) return
    const alert = open()
    if (alert && at >= alert.startAt) {
      alert.peak = farther(alert.peak, value)
      beyondAt = Math.max(beyondAt, at)
    }
    const mayRaise = !alert && !isSpent && rule.raiseHoldMs === 0
    if (mayRaise && now - at <= halfHour / 2 && at >= quietUntil()) raise(at, value)
  }

  function walkTo(to: number) {
    while (clock < to) {
      clock += second
      judge(clock)
    }
  }

  function judge(at: number) {
    const alert = open()
    const calmMs = alert?.isUnstable ? halfHour : 0
    if (!alert) {
      if (isSpent || at < quietUntil() || !hasHeld(isBeyond, rule.raiseHoldMs, at)) return
      raise(at, line.at(-1)?.value ?? Number.NaN)
    } else if (hasHeld(isClear, Math.max(rule.clearHoldMs, calmMs), at)) end(alert, at, 'Cleared')
    else if (rule.quietMs !== null && at >= beyondAt + Math.max(rule.quietMs, calmMs))
      end(alert, beyondAt + Math.max(rule.quietMs, calmMs), 'Quiet')
  }

  /**
   * Returns whether the condition has held for `holdMs` without a gap up to the newest readings, and these are recent enough.
   */
  function hasHeld(says: (value: number) => boolean, holdMs: number, at: number): boolean {
    const first = line.findLastIndex(({ value }) => !says(value)) + 1
    const run = line.slice(first)
    const last = run.at(-1)
    if (!last) return false
    const distance = (index: number) => (run[index]?.at ?? 0) - (run[index - 1]?.at ?? 0)
    const afterGap = run.findLastIndex(
      (_, index) =>
        index > 0 && distance(index) > 3 * Math.max(intervalMs, index > 1 ? distance(index - 1) : 0),
    )
    const unbroken = run.slice(Math.max(afterGap, 0))
    const age = at - last.at
    const isKnown = age === 0 || (unbroken.length > 1 ? age <= 3 * intervalMs : age < intervalMs)
    return isKnown && at - (unbroken[0]?.at ?? at) >= holdMs
  }

  function raise(at: number, value: number) {
    const recent = alerts.filter(({ startAt }) => startAt > at - halfHour)
    alerts.push({
      startAt: at,
      endAt: null,
      reason: null,
      value,
      peak: value,
      isUnstable: recent.length >= 4,
    })
    beyondAt = at
    line = []
  }

  function end(alert: OracleAlert, at: number, reason: string) {
    alert.endAt = Math.max(at, alert.startAt + second)
    alert.reason = reason
    line = []
  }

  function endByHand(now: number) {
    const alert = open()
    if (!alert) return
    end(alert, now, 'EndedByUser')
    isSpent = true
  }

  function farther(a: number, b: number): number {
    return rule.isHigh ? Math.max(a, b) : Math.min(a, b)
  }
}
