import { type Alert, alerts } from '@eot/contract/alerts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { changeCached } from '../../lib/api/cached.ts'

/** How often marks are read again. */
export const staleMarksMs = 60_000

/** Only open alerts of a sensor can be stale. The others do not depend on values. */
export const canBeStale = ({ EndAt, Sensor }: Alert): boolean => EndAt === null && Sensor !== null

/** Marks the open alerts of a device that has gone offline as stale. */
export const markStale = (queryClient: QueryClient, deviceId: string): void =>
  mark(queryClient, (alert) => alert.Stale || (alert.Device.Id === deviceId && canBeStale(alert)))

/** Marks alerts as stale, or no longer stale, as in these newer copies of them. */
export function putStaleMarks(queryClient: QueryClient, newer: readonly Alert[]): void {
  const marks = new Map(newer.map(({ Id, Stale }) => [Id, Stale]))
  mark(queryClient, (alert) => (canBeStale(alert) ? marks.get(alert.Id) : undefined) ?? alert.Stale)
}

function mark(queryClient: QueryClient, isStale: (alert: Alert) => boolean): void {
  const marked = (alert: Alert): Alert => {
    const Stale = isStale(alert)
    return Stale === alert.Stale ? alert : { ...alert, Stale }
  }
  changeCached(queryClient, alerts.list, (list) => {
    const items = list.Items?.map(marked)
    return items?.some((alert, at) => alert !== list.Items?.[at]) ? { ...list, Items: items } : list
  })
  changeCached(queryClient, alerts.get, marked)
}

/** Reads the open alerts of these devices, at most 200 devices. */
export const staleMarksRead = (SiteId: string, deviceId: readonly string[]) => ({
  query: { SiteId, ongoing: true, deviceId: [...deviceId] },
})

/** Selects the reads that include this device. */
export const staleMarksOf = (deviceId: string) => ({
  queryKey: [alerts.all.path],
  predicate: ({ queryKey }: Query) =>
    (queryKey[1] as ReturnType<typeof staleMarksRead>).query.deviceId.includes(deviceId),
})
