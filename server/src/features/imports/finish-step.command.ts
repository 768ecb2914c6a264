import { type AlertsToEnd, endAlertsLater } from '../devices/index.ts'
import { appendEventsLater, type NewEvent } from '../events/index.ts'
import type { Step } from './import-step.command.ts'
import { importQueries } from './imports.queries.ts'

/** The work that remains when all lines have been handled. */
export interface Outcome {
  toEnd: readonly AlertsToEnd[]
  events: readonly NewEvent[]
}

/**
 * Links the audit entries as the last action of a step: other changes with audit entries wait from here until the commit. The
 * alerts of changed devices end right after it, and the events are appended then, so that readings and alerts do not wait.
 */
export async function finishStep({ tx, caller, at }: Step, { toEnd, events }: Outcome): Promise<void> {
  await endAlertsLater(tx, toEnd, { at, userId: caller.userId })
  await appendEventsLater(tx, onePerSite(events))
  // Links up to 100,000 entries before the commit, which would have to link them otherwise. This locks the end of the audit log.
  // Others lock the events before it, so this transaction must not lock them afterward.
  await importQueries(tx).linkAuditEntries()
}

/** Keeps one list change per site, which is enough however many lines change the list. Alert events are all kept. */
const onePerSite = (events: readonly NewEvent[]): NewEvent[] => [
  ...new Map(
    events.map((event) => [event.alertId ?? event.deviceId ?? `${event.kind} ${event.sitePath}`, event]),
  ).values(),
]
