import { type Alert, alerts } from '@eot/contract/alerts'
import type { AnswerOf } from '@eot/contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'

/** Only open alerts of a sensor can be stale: the others do not need values. */
export const canBeStale = ({ EndAt, Sensor }: Alert): boolean => EndAt === null && Sensor !== null

/** Marks the open alerts of a device that has gone offline as stale in all cached queries. */
export const markStale = (queryClient: QueryClient, deviceId: string): void =>
  mark(queryClient, (alert) => (alert.Device.Id === deviceId && canBeStale(alert) ? true : alert.Stale))

/** Marks alerts in all cached queries as they have been read again. */
export function putStaleMarks(queryClient: QueryClient, read: readonly Alert[]): void {
  const marks = new Map(read.map(({ Id, Stale }) => [Id, Stale]))
  mark(queryClient, ({ Id, Stale }) => marks.get(Id) ?? Stale)
}

function mark(queryClient: QueryClient, isStale: (alert: Alert) => boolean): void {
  const marked = (alert: Alert): Alert => {
    const Stale = isStale(alert)
    return Stale === alert.Stale ? alert : { ...alert, Stale }
  }
  queryClient.setQueriesData<AnswerOf<typeof alerts.list>>({ queryKey: [alerts.list.path] }, (list) => {
    const items = list?.Items?.map(marked)
    return items?.some((alert, at) => alert !== list?.Items?.[at]) ? { ...list, Items: items } : undefined
  })
  queryClient.setQueriesData<Alert>({ queryKey: [alerts.get.path] }, (alert) => alert && marked(alert))
}
