import { alertSortFields, type RangeMode } from '@eot/contract/alerts'
import { isTimeZone } from '@eot/contract/time-zone'
import { alertTypes, type Severity, severities } from '@eot/contract/vocabulary'
import { numbers, type RangeSearch, rangeOfFilters, whole } from '../../lib/time/range-search.ts'

export type AlertSortField = (typeof alertSortFields)[number]

/** Filters of the list, as stored in the address. Defaults are left out. */
export interface AlertFilters extends RangeSearch {
  /**
   * Unset: alerts open at any time in the range. `Start`, set by every link from a count: alerts that started in it.
   */
  rangeBy?: Exclude<RangeMode, 'Open'> | undefined
  type?: string[] | undefined
  device?: string[] | undefined
  group?: string[] | undefined
  /** Sites by themselves, without those below them. */
  site?: string[] | undefined
  severity?: Severity[] | undefined
  /** 0 is Sunday. */
  days?: number[] | undefined
  /** From the first hour up to but not including the second; spans midnight if the first is later. */
  hours?: [from: number, to: number] | undefined
  /** The time zone of `days` and `hours`, set by links from heat maps. undefined: that of each alert's site. */
  timeZone?: string | undefined
  confirmed?: boolean | undefined
  ongoing?: boolean | undefined
  search?: string | undefined
  sortBy?: AlertSortField | undefined
  order?: 'asc' | undefined
}

export interface AlertSearch {
  searchFilters?: AlertFilters | undefined
  /** Links from other pages use this instead of a device filter. */
  deviceId?: string | string[] | undefined
  page?: number | undefined
  /** The ID of the alert whose details are open. */
  alert?: string | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseAlertSearch(search: Record<string, unknown>): AlertSearch {
  const linked = some(strings([search.deviceId].flat()))
  const filters = { ...(linked ? { device: linked } : {}), ...parseFilters(search.searchFilters) }
  const page = whole(search.page)
  return {
    searchFilters: Object.keys(filters).length > 0 ? filters : undefined,
    page: page && page > 0 ? page : undefined,
    alert: typeof search.alert === 'string' && search.alert !== '' ? search.alert : undefined,
  }
}

function parseFilters(value: unknown): AlertFilters | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Record<string, unknown> // an object; every field is validated below
  const filters: AlertFilters = {
    ...rangeOfFilters(given),
    rangeBy: given.rangeBy === 'Start' ? 'Start' : undefined,
    type: some(strings(given.type).filter(isTypeKey)),
    device: some(strings(given.device)),
    group: some(strings(given.group)),
    site: some(strings(given.site)),
    severity: some(strings(given.severity).filter(isSeverity)),
    days: some(numbers(given.days).filter((day) => day >= 0 && day <= 6)),
    hours: hourPair(given.hours),
    timeZone: timeZoneOf(given),
    confirmed: typeof given.confirmed === 'boolean' ? given.confirmed : undefined,
    ongoing: typeof given.ongoing === 'boolean' ? given.ongoing : undefined,
    search: typeof given.search === 'string' && given.search.trim() ? given.search.slice(0, 200) : undefined,
    sortBy: alertSortFields.find((field) => field === given.sortBy),
    order: given.order === 'asc' ? 'asc' : undefined,
  }
  return withoutUnset(filters)
}

/** The filters the user chose, without the times that follow from a preset. */
export const chosenFilters = (filters: AlertFilters): AlertFilters =>
  filters.range === 'custom' ? filters : { ...filters, startTime: undefined, endTime: undefined }

/** The hours (0–23) between two edges. */
export function hoursCovered([from, to]: [number, number]): number[] {
  const length = (to - from + 24) % 24 || 24
  return Array.from({ length }, (_, step) => (from + step) % 24)
}

export function withoutUnset<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(entries) as T // a subset of the same fields
}

const some = <T>(values: T[]): T[] | undefined => (values.length > 0 ? values : undefined)
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
const isTypeKey = (key: string) => alertTypes.some((type) => type.Key === key)
const isSeverity = (text: string): text is Severity => severities.some((one) => one === text)

const timeZoneOf = ({ timeZone }: Record<string, unknown>): string | undefined =>
  typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : undefined

function hourPair(value: unknown): [number, number] | undefined {
  const [from, to] = numbers(value)
  if (from === undefined || to === undefined) return undefined
  return from >= 0 && from < 24 && to > 0 && to <= 24 && from !== to ? [from, to] : undefined
}
