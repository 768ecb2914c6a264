import { firstAlertReads } from '../features/alerts/alert-query.ts'
import { firstDashboardReads } from '../features/dashboard/dashboard-reads.ts'
import { firstLiveReads } from '../features/sensors/first-live-reads.ts'

/**
 * The requests that the most common first pages make anyway. `now` is in epoch ms. A page that is not listed
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
