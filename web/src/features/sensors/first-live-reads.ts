import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { earlyRead } from '../../lib/api/early-read.ts'
import type { Place } from '../../session/own-place.ts'

/** The alerts that decide which device is shown at first. */
export const suggestingAlerts = (SiteId: string) =>
  ({ query: { SiteId, ongoing: true, PageSize: 50 } }) as const

/** What the live page reads first, as sent while the program is still loading. */
export const firstLiveReads = ({ siteId, readsAlerts }: Place) => ({
  online: earlyRead(devices.online, { query: { SiteId: siteId } }),
  ...(readsAlerts && { open: earlyRead(alerts.list, suggestingAlerts(siteId)) }),
})
