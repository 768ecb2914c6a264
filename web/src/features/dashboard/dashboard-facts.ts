import type { Alert } from '@eot/contract/alerts'
import type { DeviceState } from '@eot/contract/devices'
import type { SitePath, SiteTreeNode } from '@eot/contract/sites'
import { inactiveSites } from '../../domain/inactive-sites.ts'
import { lastDay } from './last-day.ts'
import { deviceRows, siteRows, worstThenNewest } from './site-health.ts'

interface Known {
  siteId: string
  siteName: string
  /** Why no alerts are raised at the site; null if alerts are raised. */
  inactive: SitePath['inactive']
  subSites: readonly SiteTreeNode[]
  devices: readonly DeviceState[]
  open: readonly Alert[]
  /** Alerts since some time before the last day began. */
  recent: readonly Alert[]
}

/** Derives the facts that the dashboard states from its lists. `now` in epoch ms. */
export function dashboardFacts(
  { siteId, siteName, inactive, subSites, devices, open, recent }: Known,
  now: number,
) {
  const { fromMs, toMs } = lastDay(now)
  const recentAlerts = recent.filter((alert) => touches(alert, fromMs))
  const openAlerts = open.toSorted(worstThenNewest)
  const known = { open: openAlerts, recent: recentAlerts, devices }
  const hasSubSites = subSites.length > 0
  return {
    siteName,
    /** No alerts are raised anywhere at the site. */
    isOff: inactive !== null || (devices.length > 0 && devices.every(({ Unwatched }) => Unwatched)),
    /** The topmost inactive sites below it. */
    inactiveSites: inactiveSites(subSites).map(({ Name }) => Name),
    openAlerts,
    recentAlerts: recentAlerts.toSorted(newestFirst),
    hasSubSites,
    rows: hasSubSites
      ? siteRows({ id: siteId, name: siteName, isInactive: inactive !== null, subSites }, known)
      : deviceRows(known),
    fromMs,
    toMs,
  }
}

export type DashboardFacts = ReturnType<typeof dashboardFacts>

const touches = (alert: Alert, fromMs: number) => alert.EndAt === null || Date.parse(alert.EndAt) > fromMs
const newestFirst = (a: Alert, b: Alert) => b.StartAt.localeCompare(a.StartAt)
