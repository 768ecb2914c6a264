import { type Alert, alerts } from '@eot/contract/alerts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from '../../lib/api/query.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { canBeStale, putStaleMarks, staleMarksMs, staleMarksRead } from './stale-marks.ts'

/**
 * Keeps `Stale` of the shown alerts up to date, at most 200 of them. No event says that a device has stopped sending values of one
 * kind, or sends them again.
 */
export function useStaleMarks(shown: readonly Alert[]): void {
  const queryClient = useQueryClient()
  const siteId = useCurrentSiteId()
  const [last] = useState(() => ({ readAt: Date.now() })) // the shown alerts have just been read, with their marks
  const ids = new Set(shown.filter(canBeStale).map(({ Device }) => Device.Id))
  const { data, dataUpdatedAt } = useQuery({
    ...queryOf(alerts.all, staleMarksRead(siteId, [...ids].toSorted())),
    enabled: ids.size > 0,
    refetchInterval: staleMarksMs,
    gcTime: 0, // older marks must not replace those of a newer list
    // Each change of the shown devices is a new query. It continues the interval of the previous one.
    staleTime: staleMarksMs,
    initialData: [],
    initialDataUpdatedAt: () => last.readAt,
  })
  // Also if the marks are the same as before: meanwhile, others may have been set.
  useEffect(() => {
    putStaleMarks(queryClient, data)
    last.readAt = Math.max(last.readAt, dataUpdatedAt)
  }, [queryClient, data, dataUpdatedAt, last])
}
