import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { useMinute } from '../../../lib/time/now.ts'
import type { RangePreset } from '../../../lib/time/range-presets.ts'
import { rangeOf, type TimeRange } from '../../../lib/time/time-range.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { type HistoricalFilters, type HistoricalSearch, toDeviceId } from './historical-search.ts'

const defaultRange: RangePreset = 'last7days'

/** Returns the filters in the address, with functions to change them. */
export function useHistoricalSearch() {
  const search = useSearch({ from: '/portal/devices/historical-sensor-data' })
  const navigate = useNavigate({ from: '/devices/historical-sensor-data' })
  const zone = useTimeZone()
  const now = useMinute()
  const filters: HistoricalFilters = search.searchFilters ?? {}
  const preset = filters.range ?? defaultRange
  const { startTime, endTime } = rangeOf(preset, zone, now, filters)

  const set = useCallback(
    (change: Partial<HistoricalSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace, resetScroll: false }),
    [navigate],
  )
  const filter = (change: Partial<HistoricalFilters>) => set({ searchFilters: { ...filters, ...change } })

  // The address carries the start and the end also for presets (spec 2).
  const isThere = filters.range === preset && filters.startTime === startTime && filters.endTime === endTime
  useEffect(() => {
    if (isThere) return
    const range = { range: preset, startTime, endTime }
    void navigate({
      search: (before) => ({ ...before, searchFilters: { ...before.searchFilters, ...range } }),
      replace: true,
      resetScroll: false,
    })
  }, [isThere, navigate, preset, startTime, endTime])

  const deviceIds = useMemo(() => [search.deviceId ?? []].flat(), [search.deviceId])
  return {
    deviceIds,
    /** Chooses devices. Several are compared with each other, not with the period before. */
    choose: (ids: readonly string[]) =>
      set({
        deviceId: toDeviceId(ids),
        ...(ids.length > 1 && { searchFilters: { ...filters, compare: undefined } }),
      }),
    view: search.view ?? 'chart',
    filters,
    preset,
    range: { startTime, endTime } satisfies TimeRange,
    now,
    zone,
    set,
    filter,
    zoom: (to: TimeRange) => filter({ range: 'custom', ...to }),
  }
}

export type Historical = ReturnType<typeof useHistoricalSearch>
