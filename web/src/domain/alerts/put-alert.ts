import { type Alert, alerts } from '@eot/contract/alerts'
import type { QueryClient } from '@tanstack/react-query'
import { changeCached, invalidate } from '../../lib/api/cached.ts'
import { watchedSiteId } from '../../lib/live/live.ts'
import { isDecidable, listWithAlert } from './alert-cache.ts'
import type { AlertQuery } from './alert-reads.ts'

/**
 * Updates an alert in all cached queries. Lists that only the server can filter keep their rows, and are fetched again. Lists of
 * other sites keep theirs too.
 */
export function putAlert(queryClient: QueryClient, alert: Alert): void {
  changeCached(queryClient, alerts.list, (list, { queryKey, meta }) => {
    const params = paramsOf(queryKey)
    const isHeld = meta?.held === true || !isDecidable(params) || !isAt(alert, params.SiteId)
    return listWithAlert(list, alert, params, isHeld)
  })
  changeCached(queryClient, alerts.get, (known) => (known.Id === alert.Id ? alert : known))
  void invalidate(queryClient, {
    queryKey: [alerts.list.path],
    predicate: ({ queryKey, meta }) => {
      const params = paramsOf(queryKey)
      return meta?.held !== true && (params.CountOnly === true || !isDecidable(params))
    },
  })
}

/** Whether a list of this site contains the alert. The alerts of messages are at the watched site or below it. */
const isAt = (alert: Alert, siteId: string | undefined) =>
  siteId === undefined || siteId === watchedSiteId() || alert.SitePath.some(({ Id }) => Id === siteId)

/** The parameters in a key written by `queryOf`. */
const paramsOf = (queryKey: readonly unknown[]): AlertQuery =>
  (queryKey[1] as { query?: AlertQuery }).query ?? {}
