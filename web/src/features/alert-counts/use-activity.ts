import { alertCounts } from '@eot/contract/alert-counts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type Activity,
  type ActivityFilters,
  activityOf,
  barInterval,
} from '../../domain/alert-counts/activity.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { periodBefore } from '../../lib/time/period-before.ts'
import { useCurrentSiteId, useTimeZone } from '../../session/current-site.ts'

const refreshMs = 60_000

/** What the address says is counted, with a function to change it. */
export function useActivity() {
  const { searchFilters: filters = {} } = useSearch({ from: '/portal/devices/alert-activity' })
  const navigate = useNavigate({ from: '/devices/alert-activity' })
  const filter = (change: ActivityFilters) =>
    void navigate({
      search: (before) => ({ ...before, searchFilters: { ...filters, ...change } }),
      resetScroll: false,
    })
  return activityOf(filters, { siteId: useCurrentSiteId(), zone: useTimeZone(), now: useMinute(), filter })
}

/** The counts of a page: each card reads its own. The period before ends where the range begins. */
export function useActivityCounts({ query, range, zone, now }: Activity) {
  const options = {
    refetchInterval: range.endTime > now && refreshMs,
    placeholderData: keepPreviousData,
  } as const
  const before = { ...query, ...periodBefore(range, zone) }
  // A range without a beginning has nothing before it.
  const hasBefore = range.startTime > 0
  return {
    types: useQuery({ ...queryOf(alertCounts.byType, { query }), ...options }),
    typesBefore: useQuery({
      ...queryOf(alertCounts.byType, { query: before }),
      ...options,
      enabled: hasBefore,
    }),
    overTime: useQuery({
      ...queryOf(alertCounts.overTimeByType, {
        query: { ...query, Mode: 'Sum', interval: barInterval(range) },
      }),
      ...options,
    }),
    heatmap: useQuery({ ...queryOf(alertCounts.heatmapBySite, { query }), ...options }),
    devices: useQuery({ ...queryOf(alertCounts.byDeviceAll, { query }), ...options }),
    devicesBefore: useQuery({
      ...queryOf(alertCounts.byDevice, { query: before }),
      ...options,
      enabled: hasBefore,
    }),
    groups: useQuery({ ...queryOf(alertCounts.byGroup, { query: { ...query, results: 20 } }), ...options }),
    groupsBefore: useQuery({
      ...queryOf(alertCounts.byGroup, { query: before }),
      ...options,
      enabled: hasBefore,
    }),
    sites: useQuery({ ...queryOf(alertCounts.bySiteAll, { query }), ...options }),
    sitesBefore: useQuery({
      ...queryOf(alertCounts.bySiteAll, { query: { ...before, results: 1000 } }),
      ...options,
      enabled: hasBefore,
    }),
  }
}
