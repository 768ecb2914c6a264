import type { BlacklistType, BlockReason } from '@eot/contract/blacklist'
import type { Generated, Selectable } from 'kysely'
import type { Instant } from '../../platform/db/column-types.ts'

interface BlacklistEntryTable {
  id: string
  receiver: string
  type: BlacklistType
  is_blocked: Generated<boolean>
  reason: BlockReason | null
  detail: string | null
  failures: Generated<number>
  first_failure_at: Instant | null
  last_failure_at: Instant | null
  blocked_at: Instant | null
  blocked_until: Instant | null
  version: Generated<number>
}

export type BlacklistRow = Selectable<BlacklistEntryTable>

export interface BlacklistTables {
  blacklist_entry: BlacklistEntryTable
}
