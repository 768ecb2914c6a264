import { alerts } from '@eot/contract/alerts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from '../../lib/api/query.ts'
import { onAlertMessage } from '../../lib/live/live.ts'
import type { dashboardReads } from './dashboard-reads.ts'

/** A burst of alerts causes one request. */
const restMs = 2000

/** Returns how many alerts of the last seven days are unconfirmed, open or ended, and since when. undefined: not known. */
export function useUnconfirmed(
  oldest: ReturnType<typeof dashboardReads>['unconfirmed'],
  enabled: boolean,
): { count: number | undefined; since: string | undefined; isPending: boolean; failureCount: number } {
  // The row is not replaced in place; the query is fetched again.
  const { data, refetch, isPending, failureCount } = useQuery({
    ...queryOf(alerts.list, { query: oldest }),
    enabled,
    meta: { held: true },
  })
  useEffect(() => {
    if (!enabled) return
    let rest: ReturnType<typeof setTimeout> | undefined
    const stop = onAlertMessage(() => {
      rest ??= setTimeout(() => {
        rest = undefined
        void refetch()
      }, restMs)
    })
    return () => {
      stop()
      clearTimeout(rest)
    }
  }, [enabled, refetch])
  return { count: data?.Total, since: data?.Items?.[0]?.StartAt, isPending, failureCount }
}
