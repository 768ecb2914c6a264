import { firstAlertReads } from '../features/alerts/alert-query.ts'
import { firstDashboardReads } from '../features/dashboard/dashboard-reads.ts'
import { firstLiveReads } from '../features/sensors/first-live-reads.ts'

/**
 * What the most common first pages read, which are the requests they make anyway. `now` in epoch ms. A page not listed
 * here makes its own requests.
 */
export const firstReads = {
  '/dashboard': firstDashboardReads,
  '/alerts': firstAlertReads,
  '/devices/live-sensor-data': firstLiveReads,
}

export type FirstPage = keyof typeof firstReads
export type FirstReads<Page extends FirstPage> = ReturnType<(typeof firstReads)[Page]>

export const isFirstPage = (path: string): path is FirstPage => Object.hasOwn(firstReads, path)
