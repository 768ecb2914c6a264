import type { DismissalReason, Hint } from '@eot/contract/hints'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { hintQueries } from './hints.queries.ts'
import { hintToWire } from './hints.wire.ts'

interface Dismissal {
  reason: DismissalReason
  comment: string | null
}

/** Dismisses a hint, or with null undoes the dismissal. Throws `hint_not_found`. */
export const changeDismissal = (
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  caller: Caller,
  id: string,
  dismissal: Dismissal | null,
): Promise<Hint> =>
  db.transaction().execute(async (tx) => {
    const queries = hintQueries(tx)
    const read = async () => found(await queries.findHint(ownScope(caller), id), 'hint_not_found')
    await queries.lockHint(id)
    const before = await read()
    const isSame =
      before.dismissed_reason === (dismissal?.reason ?? null) &&
      before.dismissed_comment === (dismissal?.comment ?? null)
    if (isSame) return hintToWire(before)
    await queries.setDismissal(id, {
      dismissed_reason: dismissal?.reason ?? null,
      dismissed_comment: dismissal?.comment ?? null,
      dismissed_at: dismissal && clock(),
      dismissed_by: dismissal && caller.userId,
    })
    const after = await read()
    const fields = ({ dismissed_reason, dismissed_comment }: typeof before) => ({
      Reason: dismissed_reason,
      Comment: dismissed_comment,
    })
    const changes = fieldChanges(fields(before), fields(after))
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: before.site_id,
      action: dismissal ? 'hint.dismissed' : 'hint.restored',
      subjectId: before.device_id,
      details: { changes, kind: before.kind },
    })
    return hintToWire(after)
  })
