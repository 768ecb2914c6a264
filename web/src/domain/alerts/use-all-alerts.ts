import { type Alert, alerts } from '@eot/contract/alerts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { type AlertQuery, alertPage, alertPageSize, openAlertsOf } from './alert-reads.ts'

const mostPages = 5
/** The maximum number of alerts to fetch. */
export const mostAlerts = alertPageSize * mostPages

const pagesOf = (total: number) => Math.ceil(total / alertPageSize)

interface Options {
  enabled?: boolean
  /** What to return if there are more: the newest, or none. */
  whenTooMany: 'newest' | 'none'
  /** Keeps the previous query's alerts until the response arrives. */
  keepsPrevious?: boolean
  /** How often to read them again. */
  refetchInterval?: number
}

/** Returns the alerts of a query from all its pages. `complete`: whether all have been loaded. */
export function useAllAlerts(question: AlertQuery, options: Options) {
  const { enabled = true, whenTooMany, keepsPrevious, refetchInterval = false } = options
  const asked = queryOf(alerts.list, alertPage(question))
  const first = useQuery({
    ...(keepsPrevious ? keepingPrevious(asked) : asked),
    enabled,
    refetchInterval,
  })
  const total = first.data?.Total ?? 0
  const isFirstOnly = first.isPlaceholderData || (total > mostAlerts && whenTooMany === 'none')
  const pages = isFirstOnly ? 1 : Math.min(mostPages, pagesOf(total))
  const rest = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, at) => ({
      ...queryOf(alerts.list, alertPage(question, at + 1)),
      refetchInterval,
    })),
  })
  const all = new Map<string, Alert>()
  for (const page of [first, ...rest]) {
    for (const alert of page.data?.Items ?? []) all.set(alert.Id, alert)
  }
  return {
    query: first,
    alerts: [...all.values()],
    total,
    complete:
      first.data !== undefined && rest.length >= pagesOf(total) - 1 && rest.every((page) => page.data),
  }
}

/** Open alerts at a site and below, from a single query shared by all parts of a page. */
export const useOpenAlerts = (SiteId: string, enabled = true) =>
  useAllAlerts(openAlertsOf(SiteId), { enabled, whenTooMany: 'newest' })
