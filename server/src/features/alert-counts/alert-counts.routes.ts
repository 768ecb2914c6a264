import { alertCounts } from '@eot/contract/alert-counts'
import type { QueryOf } from '@eot/contract/endpoint'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { findTimeZoneOf } from '../../access/scope.queries.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { alertFilterFromWire } from '../alerts/index.ts'
import { alertCountQueries, type CountKey, type Selection } from './alert-counts.queries.ts'
import { toCounts, toHeatmap, toSeries } from './alert-counts.wire.ts'
import { countIntervals } from './count-intervals.ts'

type SeriesQuery = QueryOf<typeof alertCounts.overTime>

/** The length of the range if no start is given. */
const usualRangeMs = 365 * 86_400_000
/** The latest instant that intervals may cover, so that a range without an end has few intervals. */
const latestMs = Date.UTC(2200, 0, 1)

const countedBy = [
  [alertCounts.byDevice, 'device'],
  [alertCounts.byDeviceDetails, 'type'],
  [alertCounts.byType, 'type'],
  [alertCounts.byTypeDetails, 'device'],
  [alertCounts.byGroup, 'group'],
  [alertCounts.byGroupDetails, 'device'],
  [alertCounts.byDeviceAll, 'device'],
  [alertCounts.bySiteAll, 'site'],
] as const

/** Counts of alerts by what they have in common and by start time. */
export function alertCountRoutes(
  serve: Serve<Caller>,
  { db, scopeOf, clock }: { db: Kysely<Database>; scopeOf: ScopeOf; clock: Clock },
): void {
  const queries = alertCountQueries(db)

  async function select(caller: Caller, query: Omit<SeriesQuery, 'interval'>): Promise<Selection> {
    const scope = await scopeOf(caller, query)
    return { scope, filter: alertFilterFromWire({ ...query, rangeBy: 'Start' }) }
  }

  /** Selects alerts for an answer in one time zone. The filters by weekday and hour apply in the same zone. */
  async function selectInZone(caller: Caller, query: Omit<SeriesQuery, 'interval'>) {
    const { scope, filter } = await select(caller, query)
    const timeZone = query.timeZone ?? (await findTimeZoneOf(db, scope.siteId))
    return { selection: { scope, filter: { ...filter, timeZone } }, timeZone }
  }

  const namesOf = async (by: CountKey, { scope }: Selection, keys: string[]) =>
    by === 'type' ? undefined : queries.listNames(by, scope, keys)

  for (const [endpoint, by] of countedBy)
    serve(endpoint, async ({ query, caller }) => {
      const selection = await select(caller, query)
      const counted = await queries.countBy(by, selection, query)
      return toCounts(
        counted,
        await namesOf(
          by,
          selection,
          counted.map(({ key }) => key),
        ),
      )
    })

  async function divide(caller: Caller, query: SeriesQuery) {
    const endTime = Math.min(query.endTime ?? clock().getTime(), latestMs)
    const startTime = query.startTime ?? Math.max(0, endTime - usualRangeMs)
    if (startTime >= latestMs) throw invalid('startTime', 'Must be before the year 2200')
    const zoned = await selectInZone(caller, { ...query, startTime, endTime })
    return {
      ...zoned,
      ...countIntervals({ from: startTime, to: endTime }, query.interval, zoned.timeZone),
    }
  }

  serve(alertCounts.overTime, async ({ query, caller }) => {
    const divided = await divide(caller, query)
    const counted = await queries.countOverTime(divided.selection, divided.starts)
    return toSeries(divided, counted, [{ key: '' }])
  })

  serve(alertCounts.overTimeByDevice, async ({ query, caller }) => {
    const divided = await divide(caller, query)
    const { scope, filter } = divided.selection
    const top = await queries.countBy('device', divided.selection, { results: query.results, threshold: 0 })
    const ids = top.map(({ key }) => key)
    const names = await queries.listNames('device', scope, ids)
    const ofTop = { scope, filter: { ...filter, deviceIds: ids } }
    const counted = await queries.countOverTime(ofTop, divided.starts, 'device')
    return toSeries(
      divided,
      counted,
      ids.map((key) => ({ key, name: names.get(key)?.name })),
    )
  })

  serve(alertCounts.overTimeByType, async ({ query, caller }) => {
    const divided = await divide(caller, query)
    const counted =
      query.Mode === 'Max'
        ? await queries.highestOverTime(divided.selection, divided.starts)
        : await queries.countOverTime(divided.selection, divided.starts, 'type')
    return toSeries(divided, counted)
  })

  for (const endpoint of [alertCounts.heatmapBySite, alertCounts.heatmapByDevice])
    serve(endpoint, async ({ query, caller }) => {
      const { selection, timeZone } = await selectInZone(caller, query)
      return toHeatmap(timeZone, await queries.countCells(selection, timeZone))
    })
}
