import type { CommandResult } from '@eot/contract/commands'
import type { ColumnType } from 'kysely'
import type { Instant } from '../../platform/db/column-types.ts'

/** Optional on insert. */
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

interface DeviceCommandTable {
  id: string
  device_id: string
  command: 'refresh'
  requested_by: Nullable<string>
  requested_at: Instant
  expires_at: Instant
  sent_at: Nullable<Date>
  answered_at: Nullable<Date>
  result: Nullable<CommandResult>
}

export interface CommandTables {
  device_command: DeviceCommandTable
}
