import type { Hint } from '@eot/contract/hints'
import type { HintRow } from './hints.queries.ts'

export const hintToWire = (row: HintRow): Hint => ({
  Id: row.id,
  Kind: row.kind,
  Site: { Id: row.site_id, Name: row.site_name },
  Device: { Id: row.device_id, Name: row.device_name },
  AlertId: row.alert_id,
  FirstAt: row.first_at.toISOString(),
  LastAt: row.last_at.toISOString(),
  Evidence: row.evidence,
  LeadSeconds: row.lead_seconds,
  Rooms: row.rooms,
  Days: row.days,
  Dismissed:
    row.dismissed_reason && row.dismissed_at
      ? {
          Reason: row.dismissed_reason,
          Comment: row.dismissed_comment,
          At: row.dismissed_at.toISOString(),
          By:
            row.dismissed_by && row.dismissed_by_name !== null
              ? { Id: row.dismissed_by, Name: row.dismissed_by_name }
              : null,
        }
      : null,
})
