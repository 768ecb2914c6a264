import type { RangePreset } from '../../lib/time/range-presets.ts'
import type { RangeSearch } from '../../lib/time/range-search.ts'
import { rangeOf, type TimeRange } from '../../lib/time/time-range.ts'

/** The filters of the counts, as stored in the address. Defaults are left out. */
export interface ActivityFilters extends RangeSearch, Chosen {}

/** What is counted, the widest first: the order in which a reader drills down. Sites are those by themselves. */
export const drillOrder = ['site', 'group', 'device', 'type'] as const
export type Drilled = (typeof drillOrder)[number]
type Chosen = { [Of in Drilled]?: string[] | undefined }

const defaultRange: RangePreset = 'last28days'
const dayMs = 86_400_000

interface ActivityPlace {
  siteId: string
  zone: string
  now: number
  /** Changes the filters. */
  filter: (change: ActivityFilters) => void
}

/** Returns the query of the cards that count alerts of a site, and the filters of the list of these alerts. */
export function activityOf(filters: ActivityFilters, { siteId, zone, now, filter }: ActivityPlace) {
  const preset = filters.range ?? defaultRange
  const range = rangeOf(preset, zone, now, filters)
  const query = { ...countQuery(siteId, filters), timeZone: zone, ...range }
  /** Returns the filters of the list that shows the counted alerts. */
  const listed = (
    within: Partial<TimeRange> & Chosen & { days?: number[]; hours?: [number, number] } = {},
  ) => ({
    range: 'custom' as const,
    ...range,
    rangeBy: 'Start' as const,
    ...chosenOf(filters),
    ...within,
    // The heat map uses one time zone, even if the sites are in several.
    ...(within.days && { timeZone: zone }),
  })
  return { filters, preset, range, zone, now, filter, query, listed }
}

/** The filters that are set, besides the range. */
export const chosenOf = (filters: Chosen): Chosen =>
  Object.fromEntries(drillOrder.flatMap((of) => (filters[of] ? [[of, filters[of]]] : [])))

/** The parameters of a call that counts these alerts, besides the range. */
export function countQuery(SiteId: string, { site, group, device, type }: Chosen) {
  return {
    SiteId,
    ...(site && { atSiteId: site }),
    ...(group && { groupId: group }),
    ...(device && { deviceId: device }),
    ...(type && { type }),
  }
}

export type Activity = ReturnType<typeof activityOf>

/** Chooses the named interval, so that a range has at most about a hundred of them. */
export function barInterval({ startTime, endTime }: TimeRange) {
  const days = (endTime - startTime) / dayMs
  if (days <= 4) return 'OneHour'
  if (days <= 100) return 'OneDay'
  return days <= 800 ? 'OneWeek' : 'OneMonth'
}
