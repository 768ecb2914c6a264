import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { earlyRead } from '../../lib/api/early-read.ts'
import type { Place } from '../../session/own-place.ts'

/** The alerts that determine which device is shown first. */
export const suggestingAlerts = (SiteId: string) =>
  ({ query: { SiteId, ongoing: true, PageSize: 50 } }) as const

/** The first requests of the live page, also sent while the program is still loading. */
export const firstLiveReads = ({ siteId, readsAlerts }: Place) => ({
  online: earlyRead(devices.online, { query: { SiteId: siteId } }),
  ...(readsAlerts && { open: earlyRead(alerts.list, suggestingAlerts(siteId)) }),
})
