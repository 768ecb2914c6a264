import { alertCounts } from '@eot/contract/alert-counts'
import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { findAlertType } from '@eot/contract/vocabulary'
import { useQueries, useQuery } from '@tanstack/react-query'
import {
  type Activity,
  type ActivityFilters,
  countQuery,
  type Drilled,
  drillOrder,
} from '../../domain/alert-counts/activity.ts'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useSitePath } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'

export interface TrailStep {
  name: string
  /** undefined: not yet known. */
  count: number | undefined
  /** The filters up to this step. */
  filters: ActivityFilters
}

/** Returns how the filters narrow the alerts of the site, from all of them to those shown, with the count of each step. */
export function useTrail({ filters, query, range, zone }: Activity): TrailStep[] {
  const siteName = useSitePath().data?.name ?? ''
  const nameOf = useChosenNames(query.SiteId, filters)
  const { range: preset, startTime, endTime } = filters
  const steps = [{ name: siteName, filters: { range: preset, startTime, endTime } as ActivityFilters }]
  for (const of of drillOrder) {
    const chosen = filters[of]
    if (chosen) steps.push({ name: nameOf(of, chosen), filters: { ...steps.at(-1)?.filters, [of]: chosen } })
  }
  const counts = useQueries({
    queries: steps.map((step) =>
      queryOf(alertCounts.byType, {
        query: { ...countQuery(query.SiteId, step.filters), timeZone: zone, ...range },
      }),
    ),
  })
  return steps.map((step, at) => ({
    ...step,
    count: counts[at]?.data?.reduce((sum, { Count }) => sum + Count, 0),
  }))
}

/** Returns a function that names what is chosen, or says how many if there are several. */
function useChosenNames(SiteId: string, { site, group, device }: ActivityFilters) {
  const [seesDevices, seesGroups] = [useAllowed('ViewDevices'), useAllowed('ViewDeviceGroups')]
  const query = { SiteId }
  const read = {
    site: useQuery({ ...queryOf(sites.all, { query }), enabled: site !== undefined }),
    group: useQuery({ ...queryOf(groups.all, { query }), enabled: group !== undefined && seesGroups }),
    device: useQuery({ ...queryOf(devices.all, { query }), enabled: device !== undefined && seesDevices }),
  }
  return (of: Drilled, [first = '', ...others]: readonly string[]): string => {
    const type = of === 'type' ? findAlertType(first) : undefined
    const name =
      of === 'type' ? type && alertTypeName(type) : read[of].data?.find(({ Id }) => Id === first)?.Name
    return others.length === 0 && name ? name : t('alerts.count', { count: others.length + 1 })
  }
}
