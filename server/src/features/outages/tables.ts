import type { Instant } from '../../platform/db/column-types.ts'

interface OutageTable {
  id: string
  site_id: string
  site_path: string
  started_at: Instant
  ended_at: Instant | null
  /** null: an older version detected it. */
  detected_at: Instant | null
}

interface OutageAlertTable {
  alert_id: string
  outage_id: string
}

export interface OutageTables {
  outage: OutageTable
  outage_alert: OutageAlertTable
}
