import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { type BlacklistEntryRow, blacklistQueries } from './blacklist.queries.ts'
import { entryToWire } from './blacklist.wire.ts'
import { isBlockedAt } from './block-rule.ts'
import { stateOf } from './record-delivery.command.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** Blocks an address, or unblocks it and forgets its failures. Does nothing if it already has this state. */
export function changeEntry(
  { db, clock }: Parts,
  caller: Caller,
  id: string,
  change: { IsBlocked: boolean; Reason?: string | undefined; Version?: number | undefined },
): Promise<BlacklistEntryRow> {
  return db.transaction().execute(async (tx) => {
    const queries = blacklistQueries(tx)
    const getEntry = async () => found(await queries.findEntry(id), 'blacklist_entry_not_found')
    const row = found(await queries.lockById(id), 'blacklist_entry_not_found')
    const current = await getEntry()
    await refuseStaleEdit(tx, caller, {
      given: change.Version,
      stored: row,
      current: entryToWire(current, clock()),
    })
    const wasBlocked = isBlockedAt(stateOf(row), clock())
    if (change.IsBlocked === wasBlocked) return current
    const unblocked = { failures: 0, first_failure_at: null, blocked_until: null }
    const blocked = { reason: 'Manual' as const, blocked_at: clock(), blocked_until: null, detail: null }
    await queries.updateEntry(id, {
      is_blocked: change.IsBlocked,
      ...(change.IsBlocked ? blocked : unblocked),
    })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: caller.siteId,
      action: change.IsBlocked ? 'blacklist.blocked' : 'blacklist.unblocked',
      subjectId: id,
      details: {
        receiver: row.receiver,
        type: row.type,
        changes: {
          IsBlocked: [wasBlocked, change.IsBlocked],
          ...(change.Reason && { Reason: [null, change.Reason] }),
        },
      },
    })
    return getEntry()
  })
}
