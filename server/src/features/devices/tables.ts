import type { DeviceSettings, RuleOverrides } from '@eot/contract/settings'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DefaultedInstant, DefaultedJson, Instant } from '../../platform/db/column-types.ts'

interface DeviceModelTable {
  id: string
  name: string
  kinds: string[]
  settings: DefaultedJson<{ Rules?: RuleOverrides }>
  version: Generated<number>
  is_active: Generated<boolean>
}

interface DeviceTable {
  id: string
  no: GeneratedAlways<number>
  mac: string
  name: string
  /** Name and address in lower case, one per line. */
  search_text: GeneratedAlways<string>
  model_id: string
  site_id: string | null
  is_active: Generated<boolean>
  settings: DefaultedJson<DeviceSettings>
  key_hash: Buffer | null
  /** Keys that were replaced, and their expirations in the same order. */
  former_key_hashes: Generated<Buffer[]>
  former_keys_until: Generated<Date[]>
  claim_code_hash: Buffer | null
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  is_returned: Generated<boolean>
  version: Generated<number>
  created_at: DefaultedInstant
}

/** A device that was deleted or released; its readings and alerts stay under `no` and `id`. */
interface FormerDeviceTable {
  id: string
  no: number
  mac: string
  name: string
  model_id: string
  site_id: string | null
  site_path: string | null
  reason: 'Deleted' | 'Released'
  ended_at: Instant
  ended_by: string | null
}

/** A device has a number for each customer it has been at. Triggers write them. */
interface DeviceNumberTable {
  no: number
  device_id: string
  customer_id: string | null
  since: Instant | null
  latest_at: Instant | null
}

export interface DeviceTables {
  device_model: DeviceModelTable
  device: DeviceTable
  device_number: DeviceNumberTable
  former_device: FormerDeviceTable
}
