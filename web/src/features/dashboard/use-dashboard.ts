import { devices } from '@eot/contract/devices'
import { outages } from '@eot/contract/outages'
import { sites } from '@eot/contract/sites'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAllAlerts, useOpenAlerts } from '../../domain/alerts/use-all-alerts.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { carryOver } from './carry-over.ts'
import { dashboardFacts } from './dashboard-facts.ts'
import { dashboardReads } from './dashboard-reads.ts'
import { noticesOf } from './notices.ts'
import { useFirstAnswers } from './use-first-answers.ts'
import { useUnconfirmed } from './use-unconfirmed.ts'

/** Everything the dashboard shows, from lists that live events keep up to date. */
export function useDashboard() {
  const siteId = useCurrentSiteId()
  const readsAlerts = useAllowed('ViewAlerts')
  const now = useMinute()
  const path = useSitePath()
  const reads = useReads(siteId, now)
  const tree = useQuery(queryOf(sites.tree, { query: reads.tree }))
  const online = useQuery(queryOf(devices.online, { query: reads.online }))
  const reading = { enabled: readsAlerts, whenTooMany: 'newest' } as const
  const open = useOpenAlerts(siteId, readsAlerts)
  const recent = useAllAlerts(reads.recent, reading)

  // Usually there is no outage, and no request is needed.
  const hasOutage = open.alerts.some(({ Outage }) => Outage !== null)
  const outage = useQuery({
    ...queryOf(outages.list, { query: { SiteId: siteId } }),
    enabled: readsAlerts && hasOutage,
  })
  const unconfirmed = useUnconfirmed(reads.unconfirmed, readsAlerts)
  const settled = useFirstAnswers(siteId, [
    tree,
    online,
    ...(readsAlerts ? [open.query, recent.query, unconfirmed] : []),
    ...(hasOutage ? [outage] : []),
  ])
  const facts = dashboardFacts(
    {
      siteId,
      siteName: path.data?.name ?? '',
      inactive: path.data?.inactive ?? null,
      subSites: tree.data?.[0]?.SubSites ?? [],
      devices: online.data?.Items ?? [],
      open: open.alerts,
      recent: recent.alerts,
    },
    now,
  )

  return {
    readsAlerts,
    path,
    tree,
    online,
    open,
    recent,
    unconfirmed,
    /** The first responses have arrived, or the wait for them has timed out. */
    settled,
    ...facts,
    notices: noticesOf(facts.openAlerts, hasOutage ? (outage.data ?? []) : []),
  }
}

/** The requests of the hour. Those of the next hour start with the data of this one, so that nothing disappears meanwhile. */
function useReads(siteId: string, now: number) {
  const queryClient = useQueryClient()
  const [readAt, setReadAt] = useState(now)
  useEffect(() => {
    carryOver(queryClient, dashboardReads(siteId, readAt), dashboardReads(siteId, now))
    setReadAt(now)
  }, [queryClient, siteId, readAt, now])
  return dashboardReads(siteId, readAt)
}

export type Dashboard = ReturnType<typeof useDashboard>
