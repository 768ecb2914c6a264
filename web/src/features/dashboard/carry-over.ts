import { alerts } from '@eot/contract/alerts'
import type { QueryClient } from '@tanstack/react-query'
import type { dashboardReads } from './dashboard-reads.ts'

type Reads = ReturnType<typeof dashboardReads>

/**
 * Answers the reads of a new hour with what was known before, until the server has answered. Placeholder data would disappear
 * when a read fails.
 */
export function carryOver(queryClient: QueryClient, before: Reads, after: Reads): void {
  for (const name of ['recent', 'unconfirmed'] as const) {
    const { startTime } = after[name]
    const known = queryClient.getQueriesData({ queryKey: [alerts.list.path, { query: before[name] }] })
    for (const [[path, request], data] of known) {
      const queryKey = [path, { query: { ...(request as { query: object }).query, startTime } }] // the filter has a query
      if (queryClient.getQueryData(queryKey) !== undefined) continue
      // To be read again at once, however new it is.
      queryClient.setQueryData(queryKey, data, { updatedAt: 0 })
    }
  }
}
