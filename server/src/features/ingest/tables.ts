import type { InterfaceType } from '@eot/contract/devices'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedJson, Instant } from '../../platform/db/column-types.ts'

/** The newest value of each kind, keyed by column; null if never reported. */
type SensorColumns = Record<Lowercase<SensorKey>, number | null>

interface DeviceStateTable extends SensorColumns {
  device_no: number
  version: Generated<number>
  last_seen_at: Instant | null
  latest_at: Instant | null
  /** The start of the hour and the day of the reading at `open_at`. Valid only while that is the newest reading. */
  open_at: Instant | null
  open_hour: Instant | null
  open_day: Instant | null
  /**
   * When stored history last changed, for example by a late reading. Newer readings do not count. Valid only if `history_version`
   * equals `version`: processes of an earlier release do not update either.
   */
  history_changed_at: Instant | null
  history_version: number | null
  online: Generated<boolean>
  online_changed_at: Instant | null
  migrating: Generated<boolean>
  resetting: Generated<boolean>
  failing: Generated<boolean>
  skewed: Generated<boolean>
  firmware: string | null
  reported_interval: number | null
  engine: DefaultedJson<Record<string, unknown>>
}

interface QuarantineTable {
  id: GeneratedAlways<number>
  received_at: Instant
  channel: string
  mac: string | null
  device_id: string | null
  site_id: string | null
  reason: string
  payload: string
  count: Generated<number>
  minute: Instant
  out_of_range: Generated<string[]>
}

interface DeviceInterfaceTable {
  device_no: number
  type: InterfaceType
  ip: string | null
  connected_at: Instant
}

export interface IngestTables {
  device_interface: DeviceInterfaceTable
  device_state: DeviceStateTable
  quarantine: QuarantineTable
}
