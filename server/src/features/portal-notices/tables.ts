import type { Instant } from '../../platform/db/column-types.ts'

interface PortalNoticeTable {
  id: string
  user_id: string
  event_seq: number
  kind: string
  at: Instant
  alert_id: string | null
  device_id: string
  site_path: string
  created_at: Instant
  read_at: Instant | null
}

export interface PortalNoticeTables {
  portal_notice: PortalNoticeTable
}
