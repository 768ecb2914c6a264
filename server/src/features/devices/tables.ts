import type { DeviceSettings, RuleOverrides } from '@eot/contract/settings'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedInstant, DefaultedJson, Instant } from '../../platform/db/column-types.ts'

interface DeviceModelTable {
  id: string
  name: string
  kinds: string[]
  settings: DefaultedJson<{ Rules?: RuleOverrides }>
  version: Generated<number>
}

interface DeviceTable {
  id: string
  no: GeneratedAlways<number>
  mac: string
  name: string
  model_id: string
  site_id: string | null
  is_active: Generated<boolean>
  settings: DefaultedJson<DeviceSettings>
  key_hash: Buffer | null
  former_key_hash: Buffer | null
  former_key_until: Date | null
  claim_code_hash: Buffer | null
  expires_at: Instant | null
  is_returned: Generated<boolean>
  version: Generated<number>
  created_at: DefaultedInstant
}

export interface DeviceTables {
  device_model: DeviceModelTable
  device: DeviceTable
}
