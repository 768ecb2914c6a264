import { type Alert, alerts } from '@eot/contract/alerts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { useStaleMarks } from '../../domain/alerts/use-stale-marks.ts'
import { queryOf } from '../../lib/api/query.ts'
import { pageSize } from '../../lib/lists/page-size.ts'
import { useRows } from '../../lib/lists/use-list-page.ts'
import type { ListState } from '../../lib/lists/use-list-state.ts'
import { useMinute } from '../../lib/time/now.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { useCurrentSiteId, useTimeZone } from '../../session/current-site.ts'
import { alertQuery, defaultRange, isFiltered, shownRange } from './alert-query.ts'
import {
  type AlertFilters,
  type AlertSearch,
  type AlertSortField,
  chosenFilters,
  withoutUnset,
} from './alert-search.ts'

/** Changes the search of the address. The page is at `/alerts`, and at `/admin/alerts` for the whole tree. */
function useAlertNavigate() {
  const navigate = useNavigate()
  return useCallback(
    (
      search: (before: AlertSearch) => AlertSearch,
      options: { replace?: boolean; resetScroll?: boolean } = {},
    ) => void navigate({ to: '.', search: search as never, ...options }), // the path is only known at run time
    [navigate],
  )
}

const none: readonly Alert[] = []

/** The search parameters of the address, with functions to change them. */
export function useAlertSearch() {
  const search = useSearch({ strict: false }) as AlertSearch // the routes of the page parse it
  const navigate = useAlertNavigate()

  /** Changing filters returns to the first page. */
  function filter(change: Partial<AlertFilters>, replace = false) {
    const filters = withoutUnset({ ...search.searchFilters, ...change })
    const searchFilters = Object.keys(filters).length > 0 ? filters : undefined
    navigate((before) => ({ ...before, searchFilters, page: undefined }), { replace })
  }

  function set(change: Partial<AlertSearch>, replace = false) {
    navigate((before) => ({ ...before, ...change }), { replace, resetScroll: false })
  }

  return { filters: search.searchFilters ?? {}, page: search.page ?? 0, open: search.alert, filter, set }
}

/** The list state of the shared list pages. Here search and order are among the filters. */
function useAlertListState(): ListState<AlertSortField> {
  const { filters, page, open, filter, set } = useAlertSearch()
  return {
    search: filters.search ?? '',
    sortBy: filters.sortBy ?? 'StartAt',
    order: filters.order ?? 'desc',
    page,
    open,
    isAdding: false,
    isNarrowed: isFiltered(filters),
    onSearch: (text) => filter({ search: text || undefined }, true),
    onSort: (field, order) =>
      filter({
        sortBy: field === 'StartAt' ? undefined : field,
        order: order === 'asc' ? 'asc' : undefined,
      }),
    onPage: (next) => set({ page: next }),
    onOpen: (alert, replace) => set({ alert }, replace),
    onAdd: () => undefined,
    onClear: () => set({ searchFilters: undefined, page: undefined }),
  }
}

/** A page of the alert list with the preferences of `path`. Rows are updated in place; none appears or disappears meanwhile. */
export function useAlertList(path: '/alerts' | '/reports/alerts' = '/alerts') {
  const state = useAlertListState()
  const { filters, page } = useAlertSearch()
  const { query, range } = useAlertQuery(filters)
  const request = { query: { ...query, Page: page, PageSize: pageSize } }
  const list = useRows<Alert, AlertSortField>(path, state, {
    ...queryOf(alerts.list, request),
    meta: { held: true },
  })
  useStaleMarks(list.rows ?? none)
  return { list, request, query, range }
}

/** Keeps the start and end of the shown range in the address, also for presets (spec 2). */
export function useRangeInAddress({ startTime, endTime }: TimeRange): void {
  const { filters } = useAlertSearch()
  const navigate = useAlertNavigate()
  const range = filters.range ?? defaultRange
  const isThere = filters.range === range && filters.startTime === startTime && filters.endTime === endTime
  useEffect(() => {
    if (isThere) return
    navigate(
      (before) => ({ ...before, searchFilters: { ...before.searchFilters, range, startTime, endTime } }),
      { replace: true, resetScroll: false },
    )
  }, [isThere, navigate, range, startTime, endTime])
}

/** Ranges advance at each full hour or when the filters change, not every minute while someone reads. */
function useAlertQuery(filters: AlertFilters) {
  const siteId = useCurrentSiteId()
  const zone = useTimeZone()
  const hour = Math.floor(useMinute() / 3_600_000)
  const filterKey = JSON.stringify(chosenFilters(filters))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start time changes with the filters
  const now = useMemo(() => Date.now(), [filterKey, siteId, hour])
  return { query: alertQuery(filters, { id: siteId, zone }, now), range: shownRange(filters, zone, now) }
}
