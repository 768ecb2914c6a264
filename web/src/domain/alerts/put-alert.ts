import { type Alert, alerts } from '@eot/contract/alerts'
import type { AnswerOf } from '@eot/contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { isDecidable, listWithAlert } from './alert-cache.ts'
import type { AlertQuery } from './alert-reads.ts'

/** Marks the open alerts of a device in all cached queries when it goes offline or comes back. */
export function markStale(queryClient: QueryClient, deviceId: string, isStale: boolean): void {
  const mark = (alert: Alert): Alert =>
    alert.Device.Id === deviceId && alert.EndAt === null && alert.Sensor !== null
      ? { ...alert, Stale: isStale }
      : alert
  queryClient.setQueriesData<AnswerOf<typeof alerts.list>>(
    { queryKey: [alerts.list.path] },
    (list) => list?.Items && { ...list, Items: list.Items.map(mark) },
  )
  queryClient.setQueriesData<Alert>({ queryKey: [alerts.get.path] }, (alert) => alert && mark(alert))
}

/** Updates an alert in all cached queries. */
export function putAlert(queryClient: QueryClient, alert: Alert): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [alerts.list.path] })) {
    const params = (query.queryKey[1] as { query?: AlertQuery }).query ?? {} // written by queryOf
    const held = query.meta?.held === true
    const before = query.state.data as AnswerOf<typeof alerts.list> | undefined // the response of alerts.list
    if (!before) continue
    const after = listWithAlert(before, alert, params, held)
    if (after !== before) queryClient.setQueryData(query.queryKey, after)
    if (!held && (!before.Items || !isDecidable(params))) {
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  }
  const key = [alerts.get.path, { params: { id: alert.Id } }]
  queryClient.setQueryData(key, (known: unknown) => known && alert)
}
