import { weekdayFields } from '@eot/contract/weekdays'
import type { SubscriptionTerms } from './event-gates.ts'

/** The changes in one audit entry: by field, its values before and after. */
export type RecordedChanges = Readonly<Record<string, readonly [before: unknown, after: unknown] | undefined>>

/**
 * Returns the terms of a subscription before these recorded changes, newest first. Devices, groups, sites and people, which the
 * history records only by name, keep their current values.
 */
export function termsBefore<Terms extends SubscriptionTerms>(
  now: Terms,
  changes: readonly RecordedChanges[],
): Terms {
  let terms = now
  for (const change of changes) terms = { ...terms, ...termsBeforeOne(terms, change) }
  return terms
}

function termsBeforeOne(later: SubscriptionTerms, change: RecordedChanges): Partial<SubscriptionTerms> {
  const before = <T>(field: string, otherwise: T, read: (value: unknown) => T): T => {
    const values = change[field]
    return values === undefined ? otherwise : read(values[0])
  }
  return {
    isActive: before('IsActive', later.isActive, (value) => value === true),
    pausedUntil: before('PausedUntil', later.pausedUntil, (value) =>
      typeof value === 'string' ? new Date(value) : null,
    ),
    alertTypes: before('AlertTypes', later.alertTypes, (value) => (Array.isArray(value) ? value : null)),
    events: before('Events', later.events, (value) => (Array.isArray(value) ? value : later.events)),
    startHour: before('StartTime', later.startHour, Number),
    endHour: before('EndTime', later.endHour, Number),
    weekdays: before('Days', later.weekdays, (value) =>
      Array.isArray(value) ? weekdayFields.map((day) => value.includes(day)) : later.weekdays,
    ),
  }
}
