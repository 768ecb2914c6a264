import { alertCounts } from '@eot/contract/alert-counts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type Activity,
  type ActivityFilters,
  activityOf,
  barInterval,
} from '../../domain/alert-counts/activity.ts'
import type { HeatPlace } from '../../domain/alert-counts/hour-heatmap.tsx'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { periodBefore } from '../../lib/time/period-before.ts'
import { rangeOf } from '../../lib/time/time-range.ts'
import { useCurrentSiteId, useTimeZone } from '../../session/current-site.ts'
import type { ActivitySearch } from './activity-search.ts'

/** Also of past ranges, since alerts of devices that were offline arrive late. */
export const refreshMs = 60_000

/** Returns the filters in the address, with functions to change them. The page is below both Devices and Reports. */
export function useActivity() {
  const { searchFilters: filters = {}, cell } = useSearch({ strict: false }) as ActivitySearch // its routes parse it
  const navigate = useNavigate()
  const change = (next: ActivitySearch) =>
    void navigate({
      to: '.',
      search: ((before: ActivitySearch) => ({ ...before, ...next })) as never, // the path is only known at run time
      resetScroll: false,
    })
  const filter = (next: ActivityFilters) => change({ searchFilters: { ...filters, ...next } })
  const activity = activityOf(filters, {
    siteId: useCurrentSiteId(),
    zone: useTimeZone(),
    now: useMinute(),
    filter,
  })
  const picked = cell && { day: cell[0], hour: cell[1] }
  const pick = (place: HeatPlace | undefined) => change({ cell: place && [place.day, place.hour] })
  return { activity, picked, pick }
}

/** Returns the days of the current year in the zone, with the number of alerts that started on each. */
export function useYear({ query, zone, now }: Activity) {
  const year = rangeOf('thisyear', zone, now)
  return useQuery({
    ...keepingPrevious(queryOf(alertCounts.overTime, { query: { ...query, ...year, interval: 'OneDay' } })),
    refetchInterval: refreshMs,
  })
}

/**
 * Reads the counts of a page, one query per card. Of the preceding period, which ends where the range begins, only as much is
 * counted as has passed of the range.
 */
export function useActivityCounts({ query, range, zone, now }: Activity) {
  const options = { refetchInterval: refreshMs } as const
  const before = { ...query, ...periodBefore(range, zone, now) }
  // A range without a start has no preceding period, and periods before 1970 are not supported.
  const enabled = range.startTime > 0 && before.startTime >= 0
  return {
    types: useQuery({ ...keepingPrevious(queryOf(alertCounts.byType, { query })), ...options }),
    typesBefore: useQuery({
      ...keepingPrevious({ ...queryOf(alertCounts.byType, { query: before }), enabled }),
      ...options,
    }),
    overTime: useQuery({
      ...keepingPrevious(
        queryOf(alertCounts.overTimeByType, {
          query: { ...query, Mode: 'Sum', interval: barInterval(range) },
        }),
      ),
      ...options,
    }),
    heatmap: useQuery({ ...keepingPrevious(queryOf(alertCounts.heatmapBySite, { query })), ...options }),
    devices: useQuery({ ...keepingPrevious(queryOf(alertCounts.byDeviceAll, { query })), ...options }),
    devicesBefore: useQuery({
      ...keepingPrevious({ ...queryOf(alertCounts.byDevice, { query: before }), enabled }),
      ...options,
    }),
    groups: useQuery({
      ...keepingPrevious(queryOf(alertCounts.byGroup, { query: { ...query, results: 20 } })),
      ...options,
    }),
    groupsBefore: useQuery({
      ...keepingPrevious({ ...queryOf(alertCounts.byGroup, { query: before }), enabled }),
      ...options,
    }),
    sites: useQuery({ ...keepingPrevious(queryOf(alertCounts.bySiteAll, { query })), ...options }),
    sitesBefore: useQuery({
      ...keepingPrevious({
        ...queryOf(alertCounts.bySiteAll, { query: { ...before, results: 1000 } }),
        enabled,
      }),
      ...options,
    }),
  }
}
