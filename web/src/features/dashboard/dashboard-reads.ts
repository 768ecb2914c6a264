import { constants } from '@eot/contract/constants'
import { openAlertsOf } from '../../domain/alerts/alert-questions.ts'

const hourMs = 3_600_000
/** As far back as the list of alerts shows without being asked; a weekday names each of these days but the first. */
const unconfirmedDays = 7

/**
 * What the dashboard reads of a site; also asked for while the program is on its way. Times move by whole hours, so
 * that the questions stay the same for an hour.
 */
export function dashboardReads(SiteId: string, now: number) {
  const since = (hours: number) => Math.floor(now / hourMs) * hourMs - hours * hourMs
  const range = { SiteId, Method: 'Range' } as const
  return {
    tree: { SiteId, includeCurrentSite: true },
    online: { SiteId },
    open: openAlertsOf(SiteId),
    recent: { ...range, startTime: since(constants.recentAlertsHours) },
    /** Only the oldest, and how many there are. */
    unconfirmed: {
      ...range,
      confirmed: false,
      startTime: since(unconfirmedDays * 24),
      order: 'asc',
      PageSize: 1,
    },
  } as const
}
