import { executeIn } from '../../platform/db/execute.queries.ts'
import { type AlertsToEnd, endAlerts } from '../devices/index.ts'
import { appendEvents, type NewEvent } from '../events/index.ts'
import type { Step } from './import-step.command.ts'
import { importQueries } from './imports.queries.ts'

/** What is left to do when all lines have been handled. */
export interface Outcome {
  toEnd: readonly AlertsToEnd[]
  events: readonly NewEvent[]
}

/**
 * Ends the alerts of changed devices and appends the events, as the last thing that a step does: readings of these devices
 * wait from here on until the commit, and events of all others.
 */
export async function finishStep({ tx, caller, at }: Step, { toEnd, events }: Outcome): Promise<void> {
  // Otherwise, 100,000 entries would be linked during the commit.
  await importQueries(tx).linkAuditEntries()
  const ended = await endAlerts(tx, toEnd, { at, userId: caller.userId })
  await appendEvents(executeIn(tx), onePerSite([...ended, ...events]))
}

/** Many lines change the list of the same site, and one event suffices for it. Events of alerts are all kept. */
const onePerSite = (events: readonly NewEvent[]): NewEvent[] => [
  ...new Map(
    events.map((event) => [event.alertId ?? event.deviceId ?? `${event.kind} ${event.sitePath}`, event]),
  ).values(),
]
