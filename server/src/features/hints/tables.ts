import type { DismissalReason, HintEvidence, HintKind } from '@eot/contract/hints'
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../platform/db/column-types.ts'

interface HintTable {
  id: Generated<string>
  site_id: string
  device_id: string
  kind: HintKind
  /** The id of the alert, or the key of the sensor. */
  subject: string
  alert_id: string | null
  first_at: Instant
  last_at: Instant
  evidence: Json<HintEvidence[]>
  lead_seconds: number | null
  rooms: number | null
  days: number | null
  dismissed_reason: DismissalReason | null
  dismissed_comment: string | null
  dismissed_at: Instant | null
  dismissed_by: string | null
}

/** When the rooms of a site were last compared. */
interface HintSearchTable {
  site_id: string
  at: Instant
}

export interface HintTables {
  hint: HintTable
  hint_search: HintSearchTable
}
