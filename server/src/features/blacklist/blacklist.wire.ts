import type { BlacklistEntry, OwnBlock } from '@eot/contract/blacklist'
import type { BlacklistEntryRow } from './blacklist.queries.ts'
import { isBlockedAt } from './block-rule.ts'
import { isEndable } from './end-own-block.command.ts'
import { stateOf } from './record-delivery.command.ts'
import type { BlacklistRow } from './tables.ts'

export function entryToWire(row: BlacklistEntryRow, now: Date): BlacklistEntry {
  return {
    Id: row.id,
    Receiver: row.receiver,
    Type: row.type,
    IsBlocked: isBlockedAt(stateOf(row), now),
    Reason: row.reason,
    Detail: row.detail,
    Failures: row.failures,
    LastFailureAt: row.last_failure_at?.toISOString() ?? null,
    BlockedAt: row.blocked_at?.toISOString() ?? null,
    BlockedUntil: row.blocked_until?.toISOString() ?? null,
    Users: row.users,
    Version: row.version,
  }
}

export const ownBlockToWire = (row: BlacklistRow): OwnBlock => ({
  Type: row.type,
  Receiver: row.receiver,
  Reason: row.reason,
  BlockedAt: row.blocked_at?.toISOString() ?? null,
  BlockedUntil: row.blocked_until?.toISOString() ?? null,
  IsEndable: isEndable(row),
})
