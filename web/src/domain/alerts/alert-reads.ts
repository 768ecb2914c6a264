import type { alerts } from '@eot/contract/alerts'
import type { CallRequest } from '../../lib/api/api.ts'

/** The query of a list of alerts. */
export type AlertQuery = NonNullable<CallRequest<typeof alerts.list>['query']>

/** Page size when all matching alerts are fetched. */
export const alertPageSize = 200

/** One page of all matching alerts. Pages start at 0. */
export const alertPage = (question: AlertQuery, page = 0) => ({
  query: { ...question, ...(page > 0 && { Page: page }), PageSize: alertPageSize },
})

/** Open alerts at a site and below. */
export const openAlertsOf = (SiteId: string) => ({ SiteId, Method: 'Range', ongoing: true }) as const
