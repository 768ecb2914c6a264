import type { AlertCount, AlertHeatmap, AlertSeries } from '@eot/contract/alert-counts'
import { findAlertType } from '@eot/contract/vocabulary'
import type { Counted, CountedCell, CountedInterval, CountedName } from './alert-counts.queries.ts'
import type { CountIntervals } from './count-intervals.ts'

/** Without names, the keys are those of alert types. */
export const toCounts = (
  counted: readonly Counted[],
  names?: ReadonlyMap<string, CountedName>,
): AlertCount[] =>
  counted.map(({ key, count }) => ({
    ...(names ? namesOf(key, names.get(key)) : typeOf(key)),
    Count: count,
  }))

const namesOf = (key: string, named: CountedName | undefined) => ({
  Id: key,
  Name: named?.name ?? '',
  ...(named?.siteName !== undefined && { SiteName: named.siteName }),
})

/** Returns one series per key, with a point for each interval. By default the keys are the alert types with alerts, by name. */
export function toSeries(
  { interval, starts, timeZone }: CountIntervals & { timeZone: string },
  counted: readonly CountedInterval[],
  of?: readonly { key: string; name?: string | undefined }[],
): AlertSeries {
  const counts = new Map<string, number[]>()
  for (const { key, index, count } of counted) {
    const values = counts.get(key) ?? starts.map(() => 0)
    values[index] = count
    counts.set(key, values)
  }
  const none = starts.map(() => 0)
  const pointsOf = (key: string) =>
    (counts.get(key) ?? none).map((count, index): [number, number] => [starts[index] ?? 0, count])
  const Series = of
    ? of.map(({ key, name }) => ({ ...(key && { Id: key, Name: name ?? '' }), Points: pointsOf(key) }))
    : [...counts.keys()]
        .map((key) => ({ ...typeOf(key), Points: pointsOf(key) }))
        .toSorted((a, b) => a.Name.localeCompare(b.Name, 'en'))
  return { Interval: interval, TimeZone: timeZone, Series }
}

/** Returns all 168 cells, from Sunday at 0. */
export function toHeatmap(timeZone: string, counted: readonly CountedCell[]): AlertHeatmap {
  const counts = new Map(counted.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]))
  const Cells = Array.from({ length: 168 }, (_, index) => ({
    DayOfWeek: Math.floor(index / 24),
    HourOfDay: index % 24,
    Count: counts.get(index) ?? 0,
  }))
  return { TimeZone: timeZone, Cells }
}

function typeOf(key: string): { Id: string; Name: string } {
  const type = findAlertType(key)
  if (!type) throw new Error(`an alert has the unknown type ${key}`)
  return { Id: type.Id, Name: type.Name }
}
