import { alerts } from '@eot/contract/alerts'
import { useQuery } from '@tanstack/react-query'
import type { CallRequest } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'

type Query = NonNullable<CallRequest<typeof alerts.list>['query']>

/**
 * Counts ongoing and unconfirmed alerts. The server counts when there are too many to load.
 */
export function useAlertCounts(query: Query, enabled: boolean) {
  const count = (filter: Pick<Query, 'ongoing' | 'confirmed'>) => ({
    ...queryOf(alerts.list, { query: { ...query, ...filter, CountOnly: true } }),
    enabled,
  })
  const ongoing = useQuery(count({ ongoing: true }))
  // None among confirmed alerts; the request would override the filter.
  const none = query.confirmed === true
  const unconfirmed = useQuery({ ...count({ confirmed: false }), enabled: enabled && !none })
  return { ongoing: ongoing.data?.Total, unconfirmed: none ? 0 : unconfirmed.data?.Total }
}
