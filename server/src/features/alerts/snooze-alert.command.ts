import { longestSnoozeHours } from '@eot/contract/alerts'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { AuditAction } from '../../access/audit-actions.ts'
import type { Caller } from '../../access/caller.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { appendEvents, type EventSignal } from '../events/index.ts'
import { alertQueries, type DescribedAlertRow } from './alerts.queries.ts'

interface Parts {
  db: Kysely<Database>
  signal: Pick<EventSignal, 'notify'>
  clock: Clock
}

/** Stops the reminders of an alert until the given time. Throws `alert_ended`. */
export const snoozeAlert = (
  parts: Parts,
  caller: Caller,
  id: string,
  until: Date,
): Promise<DescribedAlertRow> =>
  change(parts, caller, id, { until, by: caller.userId, action: 'alert.snoozed' })

/** Ends a snooze. Returns the alert unchanged if it is not snoozed. */
export const endSnooze = (parts: Parts, caller: Caller, id: string): Promise<DescribedAlertRow> =>
  change(parts, caller, id, { until: null, action: 'alert.snooze_ended' })

interface Snooze {
  /** null: ends the snooze now. */
  until: Date | null
  by?: string
  action: AuditAction
}

async function change(
  { db, signal, clock }: Parts,
  caller: Caller,
  alertId: string,
  { until, by, action }: Snooze,
): Promise<DescribedAlertRow> {
  const changed = await db.transaction().execute(async (tx) => {
    const queries = alertQueries(tx)
    const scope = ownScope(caller)
    const alert = found(await queries.lockAlert(scope, alertId), 'alert_not_found')
    const at = clock()
    const before = alert.snoozed_until !== null && alert.snoozed_until > at ? alert.snoozed_until : null
    const described = async () => found(await queries.findAlert(scope, alertId), 'alert_not_found')
    if (until === null && before === null) return described()
    if (until !== null) {
      if (alert.ended_at !== null) throw new AppError('alert_ended')
      refuseWrongTime(until, at)
    }
    await queries.updateSnooze(alert.id, until ?? at, by)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: alert.site_id,
      place: { path: alert.site_path, name: alert.site_name },
      action,
      subjectId: alert.id,
      details: {
        changes: fieldChanges(
          { SnoozedUntil: before?.toISOString() },
          { SnoozedUntil: until?.toISOString() },
        ),
      },
    })
    const answer = await described()
    const { site_path: sitePath, device_id: deviceId } = alert
    await appendEvents(executeIn(tx), [{ kind: 'AlertUpdated', at, sitePath, deviceId, alertId: alert.id }])
    return answer
  })
  signal.notify()
  return changed
}

function refuseWrongTime(until: Date, now: Date): void {
  if (until <= now) throw invalid('Until', 'Must be in the future')
  if (until.getTime() - now.getTime() > longestSnoozeHours * 3_600_000)
    throw invalid('Until', `Must be within ${longestSnoozeHours} hours`)
}
