import type { BlacklistType } from '@eot/contract/blacklist'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Database } from '../../database.ts'
import { blacklistQueries } from './blacklist.queries.ts'
import { afterFailure, type BlockState, type FailureKind, isBlockedAt } from './block-rule.ts'
import { receiverKey } from './receiver-key.ts'
import type { BlacklistRow } from './tables.ts'

export interface DeliveryFailure {
  type: BlacklistType
  receiver: string
  kind: FailureKind
  /** The provider's answer. */
  detail: string | null
  at: Date
}

const mostDetail = 500

/** Records that a message did not arrive, which may block its address. Call it in the transaction that ends the message. */
export async function recordFailure(tx: Kysely<Database>, failure: DeliveryFailure): Promise<void> {
  const { type, kind, at } = failure
  const queries = blacklistQueries(tx)
  const entry = await queries.lockEntry(type, receiverKey(type, failure.receiver))
  const before = stateOf(entry)
  const after = afterFailure(before, kind, at)
  await queries.updateEntry(entry.id, {
    is_blocked: after.isBlocked,
    reason: after.reason,
    failures: after.failures,
    first_failure_at: after.firstFailureAt,
    last_failure_at: at,
    blocked_at: after.blockedAt,
    blocked_until: after.blockedUntil,
    detail: failure.detail?.slice(0, mostDetail) ?? null,
  })
  if (isBlockedAt(before, at) || !isBlockedAt(after, at)) return
  await insertAuditEntry(tx, {
    actorId: null,
    siteId: null,
    action: 'blacklist.blocked',
    subjectId: entry.id,
    details: {
      receiver: entry.receiver,
      type,
      reason: after.reason,
      changes: { IsBlocked: [false, true] },
    },
  })
}

/** Records that a message has arrived, so that earlier failures no longer count. */
export const recordArrival = (
  tx: Kysely<Database>,
  { type, receiver, at }: Pick<DeliveryFailure, 'type' | 'receiver' | 'at'>,
): Promise<void> => blacklistQueries(tx).forgetFailures(type, receiverKey(type, receiver), at)

/** Records that the owner of a number that was blocked by STOP wants messages again. */
export async function recordRestart(
  tx: Kysely<Database>,
  { type, receiver, at }: Pick<DeliveryFailure, 'type' | 'receiver' | 'at'>,
): Promise<void> {
  const queries = blacklistQueries(tx)
  const entry = await queries.lockEntry(type, receiverKey(type, receiver))
  if (entry.reason !== 'Stop' || !isBlockedAt(stateOf(entry), at)) {
    await queries.forgetFailures(type, entry.receiver, at)
    return
  }
  await queries.updateEntry(entry.id, { is_blocked: false, failures: 0, first_failure_at: null })
  await insertAuditEntry(tx, {
    actorId: null,
    siteId: null,
    action: 'blacklist.unblocked',
    subjectId: entry.id,
    details: { receiver: entry.receiver, type, reason: 'Start', changes: { IsBlocked: [true, false] } },
  })
}

export const stateOf = (row: BlacklistRow): BlockState => ({
  isBlocked: row.is_blocked,
  reason: row.reason,
  failures: row.failures,
  firstFailureAt: row.first_failure_at,
  blockedAt: row.blocked_at,
  blockedUntil: row.blocked_until,
})
