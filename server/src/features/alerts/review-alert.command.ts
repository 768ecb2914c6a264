import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { AuditAction } from '../../access/audit-actions.ts'
import type { Caller } from '../../access/caller.ts'
import { editConflict } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { appendEvents, type EventSignal } from '../events/index.ts'
import { alertQueries, type DescribedAlertRow } from './alerts.queries.ts'
import { alertToWire } from './alerts.wire.ts'
import {
  changeReview,
  type Review,
  type ReviewChange,
  type ReviewEvent,
  replacesUnseenComment,
} from './review.ts'

interface Parts {
  db: Kysely<Database>
  signal: Pick<EventSignal, 'notify'>
  clock: Clock
}

const actions: Record<ReviewEvent, AuditAction> = {
  AlertConfirmed: 'alert.confirmed',
  AlertUnconfirmed: 'alert.unconfirmed',
  AlertUpdated: 'alert.updated',
}

/**
 * Stores a review of an alert, together with its event, and returns the alert. With `unlessConfirmed`, a confirmed alert stays
 * as it is. Throws `edit_conflict` if it would replace a comment that its author has not seen.
 */
export async function reviewAlert(
  { db, signal, clock }: Parts,
  caller: Caller,
  alertId: string,
  change: ReviewChange & { unlessConfirmed?: boolean },
): Promise<DescribedAlertRow> {
  const { alert, hasChanged } = await db.transaction().execute(async (tx) => {
    const queries = alertQueries(tx)
    const scope = ownScope(caller)
    const described = async () => found(await queries.findAlert(scope, alertId), 'alert_not_found')
    const alert = found(await queries.lockAlert(scope, alertId), 'alert_not_found')
    const at = clock()
    const before = {
      confirmed: alert.confirmed,
      confirmedBy: alert.confirmed_by,
      confirmedAt: alert.confirmed_at,
      comment: alert.comment,
      disposition: alert.disposition,
    }
    if (change.unlessConfirmed && alert.confirmed) return { alert: await described(), hasChanged: false }
    if (replacesUnseenComment(before, change))
      throw await editConflict(tx, caller, alert.id, alertToWire(await described(), caller.siteId))
    const changed = changeReview(before, change, { userId: caller.userId, at })
    if (!changed) return { alert: await described(), hasChanged: false }
    const { review, event } = changed
    await queries.updateReview(alert.id, review)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: alert.site_id,
      place: { path: alert.site_path, name: alert.site_name },
      action: actions[event],
      subjectId: alert.id,
      details: { changes: fieldChanges(shownOf(before), shownOf(review)) },
    })
    await appendEvents(executeIn(tx), [
      { kind: event, at, sitePath: alert.site_path, deviceId: alert.device_id, alertId: alert.id },
    ])
    return { alert: await described(), hasChanged: true }
  })
  if (hasChanged) signal.notify()
  return alert
}

/** The fields of a review by their wire names. The entry's own actor and time show who confirmed it and when. */
const shownOf = ({ confirmed, comment, disposition }: Review) => ({
  Confirmed: confirmed,
  Comment: comment,
  Disposition: disposition,
})
