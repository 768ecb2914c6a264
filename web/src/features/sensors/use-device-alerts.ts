import { type Alert, alerts } from '@eot/contract/alerts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed } from '../../session/use-session.tsx'

const hourMs = 3_600_000
const none: readonly Alert[] = []

/** Alerts of a device that were open at any time since one hour before it was selected. */
export function useDeviceAlerts(siteId: string, deviceId: string) {
  const allowed = useAllowed('ViewAlerts')
  const [startTime] = useState(() => Date.now() - hourMs)
  const query = useQuery({
    ...queryOf(alerts.list, { query: { SiteId: siteId, deviceId: [deviceId], startTime, PageSize: 200 } }),
    enabled: allowed,
  })
  return { allowed, settled: !query.isLoading, items: query.data?.Items ?? none }
}
