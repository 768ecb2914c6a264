import { alertCounts } from '@eot/contract/alert-counts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { periodBefore } from '../../lib/time/period-before.ts'
import type { RangePreset } from '../../lib/time/range-presets.ts'
import { rangeOf, type TimeRange } from '../../lib/time/time-range.ts'
import { useCurrentSiteId, useTimeZone } from '../../session/current-site.ts'
import type { ActivityFilters } from './activity-search.ts'

const defaultRange: RangePreset = 'last28days'
const dayMs = 86_400_000
const refreshMs = 60_000

/** What the address says is counted, with a function to change it. */
export function useActivity() {
  const { searchFilters: filters = {} } = useSearch({ from: '/portal/devices/alert-activity' })
  const navigate = useNavigate({ from: '/devices/alert-activity' })
  const [siteId, zone, now] = [useCurrentSiteId(), useTimeZone(), useMinute()]
  const preset = filters.range ?? defaultRange
  const range = rangeOf(preset, zone, now, {
    ...(filters.startTime === undefined ? {} : { startTime: filters.startTime }),
    ...(filters.endTime === undefined ? {} : { endTime: filters.endTime }),
  })
  const filter = (change: ActivityFilters) =>
    void navigate({
      search: (before) => ({ ...before, searchFilters: { ...filters, ...change } }),
      resetScroll: false,
    })
  const query = { SiteId: siteId, ...(filters.type && { type: filters.type }), timeZone: zone, ...range }
  /** The filters of the list that shows what is counted. */
  const listed = (
    within: Partial<TimeRange> & { days?: number[]; hours?: [number, number]; type?: string[] } = {},
  ) => ({
    range: 'custom' as const,
    ...range,
    rangeBy: 'Start' as const,
    ...(filters.type && { type: filters.type }),
    ...within,
  })
  return { filters, preset, range, zone, now, filter, query, listed }
}

export type Activity = ReturnType<typeof useActivity>

/** Intervals with a name, of which a range has at most about a hundred. */
function barInterval({ startTime, endTime }: TimeRange) {
  const days = (endTime - startTime) / dayMs
  if (days <= 4) return 'OneHour'
  if (days <= 100) return 'OneDay'
  return days <= 800 ? 'OneWeek' : 'OneMonth'
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
