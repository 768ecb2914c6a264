import type { Alert, alerts, RangeMode } from '@eot/contract/alerts'
import type { AnswerOf } from '@eot/contract/endpoint'
import type { AlertQuery } from './alert-reads.ts'

type AlertList = AnswerOf<typeof alerts.list>

/**
 * Returns the list with the alert inserted, updated or removed. `held`: the user is reading the list, so rows are
 * updated but none is inserted or removed.
 */
export function listWithAlert(list: AlertList, alert: Alert, query: AlertQuery, held: boolean): AlertList {
  const items = list.Items
  if (!items) return list // a count without rows
  const known = items.some((item) => item.Id === alert.Id)
  const belongs = matchesFilters(alert, query)
  if (known && (belongs || held)) {
    return { ...list, Items: items.map((item) => (item.Id === alert.Id ? alert : item)) }
  }
  if (known) return { ...list, Items: items.filter((item) => item.Id !== alert.Id), Total: list.Total - 1 }
  if (held || !belongs || !showsNewestFirst(query)) return list
  const at = items.findIndex((item) => item.StartAt <= alert.StartAt)
  const place = at === -1 ? items.length : at
  return { ...list, Items: items.toSpliced(place, 0, alert), Total: list.Total + 1 }
}

/** Like `listWithAlert` for a page that shows one page of the list: it does not get longer, however long it stays open. */
export function pageWithAlert(list: AlertList, alert: Alert, query: AlertQuery): AlertList {
  const longer = listWithAlert(list, alert, query, false)
  return longer.Items && query.PageSize ? { ...longer, Items: longer.Items.slice(0, query.PageSize) } : longer
}

/** Returns whether the client can evaluate the filters. Text, hours and groups need the server. */
export function isDecidable(query: AlertQuery): boolean {
  return (
    !query.search &&
    !query.groupId?.length &&
    !query.dayOfWeek?.length &&
    !query.hourOfDay?.length &&
    query.IncludeSubSites !== false
  )
}

export const matchesFilters = (alert: Alert, query: AlertQuery): boolean =>
  isDecidable(query) && mayMatch(alert, query)

/** Returns whether the alert satisfies the filters that the client can evaluate. */
export function mayMatch(alert: Alert, query: AlertQuery): boolean {
  const ongoing = alert.EndAt === null
  return (
    (query.ongoing === undefined || query.ongoing === ongoing) &&
    (query.confirmed === undefined || query.confirmed === alert.Confirmed) &&
    isAmong(query.type, alert.Type.Key, alert.Type.Id) &&
    isAmong(query.severity, alert.Severity) &&
    isAmong(query.deviceId, alert.Device.Id) &&
    isAmong(query.atSiteId, alert.Site.Id) &&
    (query.endTime === undefined || Date.parse(alert.StartAt) < query.endTime) &&
    (query.startTime === undefined || isAfterStart(alert, query.startTime, query.rangeBy))
  )
}

const isAfterStart = (alert: Alert, startTime: number, rangeBy: RangeMode | undefined) =>
  rangeBy === 'Start'
    ? Date.parse(alert.StartAt) >= startTime
    : alert.EndAt === null || Date.parse(alert.EndAt) > startTime

const isAmong = (wanted: string[] | undefined, ...values: string[]) =>
  !wanted?.length || values.some((value) => wanted.includes(value))

const showsNewestFirst = (query: AlertQuery) =>
  !query.Page && (query.sortBy ?? 'StartAt') === 'StartAt' && (query.order ?? 'desc') === 'desc'
