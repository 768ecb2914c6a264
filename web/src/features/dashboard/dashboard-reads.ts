import { alerts } from '@eot/contract/alerts'
import { constants } from '@eot/contract/constants'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { alertPage, openAlertsOf } from '../../domain/alerts/alert-reads.ts'
import { earlyRead } from '../../lib/api/early-read.ts'
import type { Place } from '../../session/own-place.ts'

const hourMs = 3_600_000
/** The default range of the alert list. A weekday identifies each of these days except the first. */
const unconfirmedDays = 7

/**
 * The requests of the dashboard, also made while the program is still loading. Times are whole hours, so that the
 * requests stay the same for an hour.
 */
export function dashboardReads(SiteId: string, now: number) {
  const since = (hours: number) => Math.floor(now / hourMs) * hourMs - hours * hourMs
  const range = { SiteId, Method: 'Range' } as const
  return {
    tree: { SiteId, includeCurrentSite: true },
    online: { SiteId },
    open: openAlertsOf(SiteId),
    recent: { ...range, startTime: since(constants.recentAlertsHours) },
    /** Only the oldest, and the total. */
    unconfirmed: {
      ...range,
      confirmed: false,
      startTime: since(unconfirmedDays * 24),
      order: 'asc',
      PageSize: 1,
    },
  } as const
}

/** The first requests of the dashboard, also sent while the program is still loading. */
export function firstDashboardReads({ siteId, readsAlerts }: Place, now: number) {
  const { tree, online, open, recent, unconfirmed } = dashboardReads(siteId, now)
  return {
    tree: earlyRead(sites.tree, { query: tree }),
    online: earlyRead(devices.online, { query: online }),
    ...(readsAlerts && {
      open: earlyRead(alerts.list, alertPage(open)),
      unconfirmed: earlyRead(alerts.list, { query: unconfirmed }),
      recent: earlyRead(alerts.list, alertPage(recent)),
    }),
  }
}
