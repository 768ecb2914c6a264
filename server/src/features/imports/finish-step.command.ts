import { executeIn } from '../../platform/db/execute.queries.ts'
import { type AlertsToEnd, endAlertsLater } from '../devices/index.ts'
import { appendEvents, type NewEvent } from '../events/index.ts'
import type { Step } from './import-step.command.ts'
import { importQueries } from './imports.queries.ts'

/** The work that remains when all lines have been handled. */
export interface Outcome {
  toEnd: readonly AlertsToEnd[]
  events: readonly NewEvent[]
}

/**
 * Appends the events and links the audit entries, as the last actions of a step: changes by all others wait from here until the
 * commit. The alerts of changed devices end right after it, so that their readings do not wait.
 */
export async function finishStep({ tx, caller, at }: Step, { toEnd, events }: Outcome): Promise<void> {
  await endAlertsLater(tx, toEnd, { at, userId: caller.userId })
  await appendEvents(executeIn(tx), onePerSite(events))
  // Links up to 100,000 entries before the commit, which would have to link them otherwise. This locks the end of the audit log,
  // so it comes after the lock on the events: all other transactions take these locks in this order.
  await importQueries(tx).linkAuditEntries()
}

/** Keeps one list change per site, which is enough however many lines change the list. Alert events are all kept. */
const onePerSite = (events: readonly NewEvent[]): NewEvent[] => [
  ...new Map(
    events.map((event) => [event.alertId ?? event.deviceId ?? `${event.kind} ${event.sitePath}`, event]),
  ).values(),
]
