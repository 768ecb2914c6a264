import { type BlacklistType, endableReasons } from '@eot/contract/blacklist'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { blacklistQueries } from './blacklist.queries.ts'
import { isBlockedAt } from './block-rule.ts'
import { stateOf } from './record-delivery.command.ts'
import type { BlacklistRow } from './tables.ts'

/**
 * Ends the block of the caller's own address. Throws `blacklist_entry_not_found` if it is not blocked, and
 * `block_not_endable` if its owner may not end the block.
 */
export function endOwnBlock(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  caller: Caller,
  type: BlacklistType,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const queries = blacklistQueries(tx)
    const blocked = await queries.listBlockedOf(caller.userId, clock())
    const entry = found(
      blocked.find((row) => row.type === type),
      'blacklist_entry_not_found',
    )
    const row = await queries.lockById(entry.id)
    if (!row || !isBlockedAt(stateOf(row), clock())) throw new AppError('blacklist_entry_not_found')
    if (!isEndable(row)) throw new AppError('block_not_endable')
    await queries.updateEntry(row.id, {
      is_blocked: false,
      failures: 0,
      first_failure_at: null,
      blocked_until: null,
    })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: caller.siteId,
      action: 'blacklist.unblocked',
      subjectId: row.id,
      details: { receiver: row.receiver, type, changes: { IsBlocked: [true, false] } },
    })
  })
}

/** Whether the owner of the address may end the block. */
export const isEndable = ({ reason }: Pick<BlacklistRow, 'reason'>): boolean =>
  reason !== null && endableReasons.includes(reason)
