import type { Named } from '@eot/contract/wire'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedInstant, Instant, Json } from '../../platform/db/column-types.ts'

interface AlertTable {
  id: string
  type_key: string
  severity: string
  device_no: number
  device_id: string
  device_name: string
  site_id: string
  site_name: string
  site_path: string
  /** The number of `site_path` in `alert_site_path`. Set by a trigger. */
  site_path_no: GeneratedAlways<number>
  /** The ids of the sites in `site_path`, in the same order. */
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
  /** As of that time, like the names below. Written by triggers. */
  confirmed_by_name: GeneratedAlways<string | null>
  confirmed_at: Instant | null
  comment: string | null
  disposition: string | null
  end_reason: string | null
  ended_by: string | null
  ended_by_name: GeneratedAlways<string | null>
  unstable: Generated<boolean>
  raised_at: DefaultedInstant
  snoozed_until: Date | null
  snoozed_by: string | null
  snoozed_by_name: GeneratedAlways<string | null>
}

/** A number for each site path at which an alert was raised, since paths are too long for indexes. Filled by a trigger. */
interface AlertSitePathTable {
  no: GeneratedAlways<number>
  path: GeneratedAlways<string>
}

interface AlertTimerTable {
  device_no: number
  type_key: string
  due_at: Instant
}

/** The sum over all rows is the number of alerts raised. Written by triggers. */
interface AlertTallyTable {
  site_path: string
  type_key: string
  severity: string
  alerts: number
}

/** The same for each UTC day on which alerts of the whole installation started. */
interface AlertDayTallyTable {
  day: Instant
  type_key: string
  severity: string
  confirmed: boolean
  alerts: number
}

/** The same for each UTC hour and time zone of a site, whether confirmed or not. */
interface AlertHourTallyTable {
  hour: Instant
  time_zone: string
  type_key: string
  severity: string
  alerts: number
}

/** Names, in lower case, that devices had when alerts were raised. Set by a trigger. */
interface AlertDeviceNameTable {
  device_id: string
  name: string
}

/** Names, in lower case, and time zones that sites had when alerts were raised. Set by a trigger. */
interface AlertSiteNameTable {
  site_path_no: number
  name: string
  time_zone: string
}

export interface AlertTables {
  alert: AlertTable
  alert_day_tally: AlertDayTallyTable
  alert_device_name: AlertDeviceNameTable
  alert_hour_tally: AlertHourTallyTable
  alert_site_name: AlertSiteNameTable
  alert_site_path: AlertSitePathTable
  alert_tally: AlertTallyTable
  alert_timer: AlertTimerTable
}
