import type { alerts } from '@eot/contract/alerts'
import type { CallRequest } from '../../lib/api/api.ts'

export type AlertQuestion = NonNullable<CallRequest<typeof alerts.list>['query']>

/** Alerts read at once where all of a question are wanted. */
export const alertPageSize = 200

/** A page of all alerts of a question, from 0. */
export const alertPage = (question: AlertQuestion, page = 0) => ({
  query: { ...question, ...(page > 0 && { Page: page }), PageSize: alertPageSize },
})

/** What is open at a site and below. */
export const openAlertsOf = (SiteId: string) => ({ SiteId, Method: 'Range', ongoing: true }) as const
