import { alerts } from '@eot/contract/alerts'
import { alertPage } from '../../domain/alerts/alert-reads.ts'
import type { CallRequest } from '../../lib/api/api.ts'
import { earlyRead } from '../../lib/api/early-read.ts'
import { pageSize } from '../../lib/lists/page-size.ts'
import type { RangePreset } from '../../lib/time/range-presets.ts'
import { rangeOf, type TimeRange } from '../../lib/time/time-range.ts'
import type { Place } from '../../session/own-place.ts'
import { type AlertFilters, hoursCovered } from './alert-search.ts'

export const defaultRange: RangePreset = 'last7days'

/** Converts the filters to query parameters. The range is computed for `now` in the site's time zone. */
export function alertQuery(filters: AlertFilters, site: { id: string; zone: string }, now: number) {
  return {
    SiteId: site.id,
    Method: 'Range' as const,
    ...rangeFilter(filters, site.zone, now),
    rangeBy: filters.rangeBy,
    type: filters.type,
    deviceId: filters.device,
    groupId: filters.group,
    atSiteId: filters.site,
    severity: filters.severity,
    dayOfWeek: filters.days,
    hourOfDay: filters.hours && hoursCovered(filters.hours),
    timeZone: filters.timeZone,
    confirmed: filters.confirmed,
    ongoing: filters.ongoing,
    search: filters.search?.trim(),
    sortBy: filters.sortBy,
    order: filters.order,
  } satisfies CallRequest<typeof alerts.list>['query']
}

export const shownRange = (filters: AlertFilters, zone: string, now: number): TimeRange =>
  rangeOf(filters.range ?? defaultRange, zone, now, filters)

/** Leaves out the end of presets that end now, so that alerts raised later still match. */
function rangeFilter(filters: AlertFilters, zone: string, now: number): Partial<TimeRange> {
  const range = shownRange(filters, zone, now)
  const start = range.startTime > 0 ? { startTime: range.startTime } : {}
  return range.endTime > now && filters.range !== 'custom' ? start : { ...start, endTime: range.endTime }
}

/** Whether any filter besides range and order is set. */
export function isFiltered(filters: AlertFilters): boolean {
  const { range: _range, startTime: _start, endTime: _end, sortBy: _sortBy, order: _order, ...rest } = filters
  return Object.values(rest).some((value) => value !== undefined)
}

/** The first requests of the alert page, also sent while the program is still loading. */
export function firstAlertReads({ siteId, zone, readsAlerts }: Place, now: number) {
  const query = alertQuery({}, { id: siteId, zone }, now)
  return {
    ...(readsAlerts && {
      page: earlyRead(alerts.list, { query: { ...query, Page: 0, PageSize: pageSize } }),
      all: earlyRead(alerts.list, alertPage(query)),
    }),
  }
}
