import { alertCounts } from '@eot/contract/alert-counts'
import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { hints } from '@eot/contract/hints'
import { ratings } from '@eot/contract/ratings'
import { sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import type { PortalClient } from '@eot/server/test/portal-client'

const dayMs = 24 * 3_600_000

/** Returns the calls that the dashboard of a site makes. */
export function callsOfDashboard({ call }: PortalClient, SiteId: string): (() => Promise<unknown>)[] {
  const since = (days: number) => Math.floor(Date.now() / 3_600_000) * 3_600_000 - days * dayMs
  const range = (days: number) => ({ SiteId, startTime: since(days), Method: 'Range' }) as const
  const week = { SiteId, startTime: since(7) }
  return [
    () => call(sites.tree, { query: { SiteId, includeCurrentSite: true } }),
    () => call(devices.online, { query: { SiteId } }),
    () => call(alerts.list, { query: { SiteId, Method: 'Range', ongoing: true } }),
    () => call(alerts.list, { query: range(1) }),
    () => call(alerts.list, { query: { ...range(7), confirmed: false, order: 'asc', PageSize: 1 } }),
    () => call(alertCounts.overTimeByType, { query: { ...week, Mode: 'Sum' } }),
    () => call(alertCounts.heatmapBySite, { query: week }),
    () => call(sensors.ofSite, { query: { SiteId, startTime: since(1) } }),
    () => call(ratings.now, { query: { SiteId } }),
    () => call(ratings.lastHour, { query: { SiteId } }),
    () => call(hints.list, { query: { SiteId } }),
  ]
}
