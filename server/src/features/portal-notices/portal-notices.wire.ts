import type { Alert } from '@eot/contract/alerts'
import type { PortalNotice } from '@eot/contract/notifications'
import type { PortalNoticeRow } from './portal-notices.queries.ts'

/** `alert` is that of the row, unless it has been deleted. */
export const portalNoticeToWire = (row: PortalNoticeRow, alert: Alert | undefined): PortalNotice => ({
  Topic: row.topic,
  Seq: row.seq,
  IsRead: row.isRead,
  Count: row.count,
  Events: row.events.map(({ kind, at }) => ({ Kind: kind, At: toInstant(at) })),
  Device: { Id: row.deviceId, Name: alert?.Device.Name ?? row.deviceName },
  Site: { Id: row.siteId, Name: alert?.Site.Name ?? row.siteName },
  Alert: alert ?? null,
  Outage: row.outage && {
    Site: { Id: row.outage.siteId, Name: row.outage.siteName },
    StartAt: toInstant(row.outage.startedAt),
    EndAt: row.outage.endedAt && toInstant(row.outage.endedAt),
    Devices: row.outage.devices,
    Silent: row.outage.silent,
  },
})

/** PostgreSQL writes instants in JSON with an offset. */
const toInstant = (text: string): string => new Date(text).toISOString()
