import type { Alert } from '@eot/contract/alerts'
import { constants } from '@eot/contract/constants'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useMinute } from '../../lib/now.ts'
import { queryOf } from '../../lib/query.ts'
import { useAllAlerts, useOpenAlerts } from '../../lib/use-all-alerts.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { lastDay } from './last-day.ts'
import { deviceRows, siteRows, worstThenNewest } from './site-health.ts'
import { useUnconfirmed } from './use-unconfirmed.ts'

const hourMs = 3_600_000
const windowMs = constants.recentAlertsHours * hourMs

/** Everything the dashboard shows, from the lists that the socket keeps up to date. */
export function useDashboard() {
  const siteId = useCurrentSiteId()
  const readsAlerts = useAllowed('ViewAlerts')
  const now = useMinute()
  const path = useSitePath()
  const tree = useQuery(queryOf(sites.tree, { query: { SiteId: siteId, includeCurrentSite: true } }))
  const online = useQuery(queryOf(devices.online, { query: { SiteId: siteId } }))
  const reading = { enabled: readsAlerts, whenTooMany: 'newest' } as const
  const open = useOpenAlerts(siteId, readsAlerts)
  // The start moves by whole hours, so that the question stays the same for an hour.
  const askedFrom = Math.floor(now / hourMs) * hourMs - windowMs
  const recent = useAllAlerts({ SiteId: siteId, Method: 'Range', startTime: askedFrom }, reading)

  const { fromMs, toMs } = lastDay(now)
  const recentAlerts = recent.alerts.filter((alert) => touches(alert, fromMs))
  const openAlerts = open.alerts.toSorted(worstThenNewest)
  const known = { open: openAlerts, recent: recentAlerts, devices: online.data?.Items ?? [] }
  const subSites = tree.data?.[0]?.SubSites ?? []
  const name = path.data?.name ?? ''
  const rows = subSites.length > 0 ? siteRows({ id: siteId, name, subSites }, known) : deviceRows(known)

  return {
    siteName: name,
    /** The site the user belongs to: all they may see is at it or below. */
    isOwnSite: siteId === useSession().site.siteId,
    readsAlerts,
    path,
    tree,
    online,
    open,
    recent,
    unconfirmed: useUnconfirmed(siteId, readsAlerts),
    openAlerts,
    recentAlerts: recentAlerts.toSorted(newestFirst),
    hasSubSites: subSites.length > 0,
    rows,
    fromMs,
    toMs,
  }
}

export type Dashboard = ReturnType<typeof useDashboard>

const touches = (alert: Alert, fromMs: number) => alert.EndAt === null || Date.parse(alert.EndAt) > fromMs
const newestFirst = (a: Alert, b: Alert) => b.StartAt.localeCompare(a.StartAt)
