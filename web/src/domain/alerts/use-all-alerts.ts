import { type Alert, alerts } from '@eot/contract/alerts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api/query.ts'
import { type AlertQuestion, alertPage, alertPageSize, openAlertsOf } from './alert-questions.ts'

const mostPages = 5
/** So many are read, not more. */
export const mostAlerts = alertPageSize * mostPages

const pagesOf = (total: number) => Math.ceil(total / alertPageSize)

interface Options {
  enabled?: boolean
  /** What is wanted of more than can be read: the newest, or none of them. */
  whenTooMany: 'newest' | 'none'
  /** Alerts of the question before stay until the answer is there. */
  keepsPrevious?: boolean
}

/** Alerts of a question over all its pages; `complete` says whether those are all. */
export function useAllAlerts(
  question: AlertQuestion,
  { enabled = true, whenTooMany, keepsPrevious }: Options,
) {
  const first = useQuery({
    ...queryOf(alerts.list, alertPage(question)),
    enabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })
  const total = first.data?.Total ?? 0
  const isFirstOnly = first.isPlaceholderData || (total > mostAlerts && whenTooMany === 'none')
  const pages = isFirstOnly ? 1 : Math.min(mostPages, pagesOf(total))
  const rest = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, at) =>
      queryOf(alerts.list, alertPage(question, at + 1)),
    ),
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

/** What is open at a site and below, from the one question that every part of a page shares. */
export const useOpenAlerts = (SiteId: string, enabled = true) =>
  useAllAlerts(openAlertsOf(SiteId), { enabled, whenTooMany: 'newest' })
