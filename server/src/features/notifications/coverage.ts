import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import { dayIntervals, type WeeklyWindow } from '../subscriptions/index.ts'

/** A subscription to the start of alerts, with the people it reaches at a site. */
export interface CoveringRule extends WeeklyWindow {
  id: string
  userIds: ReadonlySet<string>
}

/** Devices of a site with the same subscriptions. */
export interface DeviceKind {
  devices: number
  ruleIds: readonly string[]
}

/** Part of a weekday: 0 is Sunday, hours from 0 to 24. */
export interface WeekSpan {
  weekday: number
  startHour: number
  endHour: number
  /** How many people are told about the device with the fewest. */
  people: number
  /** The number of devices without anyone who is told. */
  unheard: number
}

/** Returns whether a subscription would notify of the start of such an alert, apart from its hours. */
export function tellsOfStarts(
  rule: {
    isActive: boolean
    pausedUntil: Date | null
    alertTypes: readonly string[] | null
    events: readonly SubscriptionEvent[]
  },
  alertType: string | undefined,
  now: Date,
): boolean {
  if (!rule.isActive || (rule.pausedUntil !== null && now < rule.pausedUntil)) return false
  if (!rule.events.includes('AlertStarted')) return false
  return alertType === undefined || rule.alertTypes === null || rule.alertTypes.includes(alertType)
}

/** Returns the week of a site without gaps, from Sunday at midnight. Consecutive equal spans are merged. */
export function coverageOf(
  kinds: readonly DeviceKind[],
  rules: ReadonlyMap<string, CoveringRule>,
): WeekSpan[] {
  const used = new Set(kinds.flatMap(({ ruleIds }) => ruleIds))
  const intervals = [...used].flatMap((id) => {
    const rule = rules.get(id)
    return rule ? dayIntervals(rule).map((interval) => ({ ...interval, id, userIds: rule.userIds })) : []
  })
  const spans: WeekSpan[] = []
  for (let weekday = 0; weekday < 7; weekday++) {
    const today = intervals.filter((interval) => interval.weekday === weekday)
    const edges = [...new Set([0, 24, ...today.flatMap(({ startHour, endHour }) => [startHour, endHour])])]
    const hours = edges.toSorted((a, b) => a - b)
    for (const [index, startHour] of hours.slice(0, -1).entries()) {
      const open = today.filter((one) => one.startHour <= startHour && startHour < one.endHour)
      const span = { weekday, startHour, endHour: hours[index + 1] ?? 24, ...heard(kinds, open) }
      const last = spans.at(-1)
      const isSame =
        last && last.weekday === weekday && last.people === span.people && last.unheard === span.unheard
      if (isSame) last.endHour = span.endHour
      else spans.push(span)
    }
  }
  return spans
}

function heard(
  kinds: readonly DeviceKind[],
  open: readonly { id: string; userIds: ReadonlySet<string> }[],
): { people: number; unheard: number } {
  const usersOf = new Map(open.map(({ id, userIds }) => [id, userIds]))
  const counts = kinds.map(({ devices, ruleIds }) => ({
    devices,
    people: new Set(ruleIds.flatMap((id) => [...(usersOf.get(id) ?? [])])).size,
  }))
  return {
    people: Math.min(...counts.map(({ people }) => people)),
    unheard: counts.filter(({ people }) => people === 0).reduce((sum, { devices }) => sum + devices, 0),
  }
}

export const unheardHours = (spans: readonly WeekSpan[]): number =>
  spans
    .filter(({ unheard }) => unheard > 0)
    .reduce((sum, { startHour, endHour }) => sum + endHour - startHour, 0)
