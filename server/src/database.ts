import type { DeviceSettings, RuleOverrides, SiteSettings, UserSettings } from '@eot/contract/settings'
import type { Named } from '@eot/contract/wire'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { IdentityTables } from './identity-tables.ts'

type Json<T> = ColumnType<T, string, string>
type DefaultedJson<T> = ColumnType<T, string | undefined, string>
type Instant = ColumnType<Date, Date, Date>
type DefaultedInstant = ColumnType<Date, Date | undefined, Date>

export interface SiteTable {
  id: string
  parent_id: string | null
  path: string
  name: string
  address: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  country: Generated<string>
  time_zone: Generated<string>
  is_active: Generated<boolean>
  tenant_id: string | null
  organization_type: Generated<string>
  subscription_type: Generated<string>
  force_role_two_factor: DefaultedJson<{ Id: string; Value: boolean }[]>
  settings: DefaultedJson<SiteSettings>
  created_at: DefaultedInstant
}

interface RoleTable {
  id: string
  name: string
  priority: number
}

export interface UserTable {
  id: string
  site_id: string
  role_id: string
  email: string
  full_name: string
  phone_number: string | null
  user_title: string | null
  is_active: Generated<boolean>
  notifications_enabled: Generated<boolean>
  email_enabled: Generated<boolean>
  text_enabled: Generated<boolean>
  force_two_factor: Generated<boolean>
  settings: DefaultedJson<UserSettings>
  password_hash: string | null
  password_expires_at: Instant | null
  confirmed_at: Instant | null
  session_version: Generated<number>
  created_at: DefaultedInstant
  deleted_at: Instant | null
}

interface SessionTable {
  id: string
  user_id: string
  created_at: DefaultedInstant
  expires_at: Instant
  revoked_at: Instant | null
  revoke_reason: string | null
  user_agent: Generated<string>
  address: Generated<string>
  is_setting_up: Generated<boolean>
  is_proven_elsewhere: Generated<boolean>
  proven_at: DefaultedInstant
}

interface RefreshTokenTable {
  token_hash: Buffer
  session_id: string
  generation: number
  used_at: Instant | null
  created_at: DefaultedInstant
}

interface SignInFailureTable {
  id: GeneratedAlways<number>
  email: string
  way: Generated<string>
  failed_at: DefaultedInstant
}

interface AuditEventTable {
  id: GeneratedAlways<number>
  at: DefaultedInstant
  actor_id: string | null
  site_id: string | null
  action: string
  subject_id: string | null
  details: DefaultedJson<Record<string, unknown>>
}

interface DeviceModelTable {
  id: string
  name: string
  kinds: string[]
  settings: DefaultedJson<{ Rules?: RuleOverrides }>
}

export interface DeviceTable {
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
  created_at: DefaultedInstant
}

/** The newest value of each kind, by its column; null: never reported. */
export interface SensorColumns {
  vape: number | null
  sound: number | null
  aggression: number | null
  noise: number | null
  temperature: number | null
  tamper: number | null
  humidity: number | null
  light: number | null
  motion: number | null
  co: number | null
  eco2: number | null
  nh3: number | null
  no2: number | null
  gas: number | null
  iaq: number | null
  particulate: number | null
  tvoc: number | null
}

export interface DeviceStateTable extends SensorColumns {
  device_no: number
  version: Generated<number>
  last_seen_at: Instant | null
  latest_at: Instant | null
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

interface ReadingTable extends SensorColumns {
  at: Instant
  received_at: Instant
  device_no: number
}

interface GatewayTokenTable {
  id: string
  site_id: string
  name: string
  token_hash: Buffer
  created_at: DefaultedInstant
  created_by: string | null
  last_used_at: Instant | null
  revoked_at: Instant | null
}

interface DeviceGroupTable {
  id: string
  site_id: string
  name: string
  is_active: Generated<boolean>
}

interface DeviceGroupDeviceTable {
  device_group_id: string
  device_id: string
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
}

export interface AlertTable {
  id: string
  type_key: string
  severity: string
  device_no: number
  device_id: string
  device_name: string
  site_id: string
  site_name: string
  site_path: string
  /** The sites of `site_path`, in its order. */
  site_path_names: Json<Named[]>
  time_zone: string
  sensor: string | null
  unit: Generated<string>
  started_at: Instant
  ended_at: Instant | null
  value: number | null
  peak: number | null
  peak_at: Instant | null
  threshold: number | null
  clear_level: number | null
  confirmed: Generated<boolean>
  confirmed_by: string | null
  confirmed_at: Instant | null
  comment: string | null
  disposition: string | null
  end_reason: string | null
  ended_by: string | null
  unstable: Generated<boolean>
  raised_at: DefaultedInstant
}

interface AlertTimerTable {
  device_no: number
  type_key: string
  due_at: Instant
}

interface EventSequenceTable {
  only_row: Generated<boolean>
  seq: number
}

interface EventTable {
  seq: number
  kind: string
  at: Instant
  stored_at: DefaultedInstant
  site_path: string
  device_id: string
  alert_id: string | null
  alert_type: string | null
}

interface EventCursorTable {
  name: string
  seq: number
  moved_at: DefaultedInstant
}

interface DemonstrationTable {
  only_row: Generated<boolean>
  is_finished: boolean
}

/** The tables; rollups have four columns a kind and are written and read by generated SQL instead. */
export interface Database extends IdentityTables {
  site: SiteTable
  role: RoleTable
  app_user: UserTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  sign_in_failure: SignInFailureTable
  audit_event: AuditEventTable
  demonstration: DemonstrationTable
  device_model: DeviceModelTable
  device: DeviceTable
  device_state: DeviceStateTable
  reading: ReadingTable
  gateway_token: GatewayTokenTable
  device_group: DeviceGroupTable
  device_group_device: DeviceGroupDeviceTable
  quarantine: QuarantineTable
  alert: AlertTable
  alert_timer: AlertTimerTable
  event_sequence: EventSequenceTable
  event: EventTable
  event_cursor: EventCursorTable
}
