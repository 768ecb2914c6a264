import { type Interval, sensors } from '@eot/contract/sensors'
import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Execute, executeIn } from '../../platform/db/execute.queries.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { requireRange } from '../../platform/require-range.ts'
import { listSeriesDevices, type Range, readSeriesOfDevices, type SeriesDevice } from '../readings/index.ts'
import { ruleQueries, rulesToWire } from '../rules/index.ts'
import { type AskedSeries, answerSeries } from './answer-series.command.ts'

const usualRangeMs = 86_400_000
/** The most devices that one request may name. */
export const mostDevices = 20

interface RangeQuery {
  startTime?: number | undefined
  endTime?: number | undefined
}

/** Returns the range of a request, which by default ends now and has the usual length. */
export function rangeOf(query: RangeQuery, now: Date, usualMs = usualRangeMs): Range {
  const to = query.endTime ?? now.getTime()
  const from = query.startTime ?? Math.max(0, to - usualMs)
  requireRange({ startTime: from, endTime: to })
  return { from, to }
}

/** The values of single devices. */
export function sensorRoutes(
  serve: Serve<Caller>,
  { db, scopeOf, clock }: { db: Kysely<Database>; scopeOf: ScopeOf; clock: Clock },
): void {
  serve(sensors.series, async ({ query, caller }) => {
    const ids = [...new Set(query.DeviceId ?? [])]
    if (ids.length === 0 || ids.length > mostDevices)
      throw invalid('DeviceId', `Expected 1 to ${mostDevices} devices`)
    const now = clock()
    const range = rangeOf(query, now)
    const scope = await scopeOf(caller, { SiteId: query.SiteId })
    return inSnapshot(db, async (tx) => {
      const execute = executeIn(tx)
      const devices = await listSeriesDevices(execute, scope, ids)
      if (devices.length !== ids.length) throw new AppError('device_not_found')
      const timeZone = query.timeZone ?? devices[0]?.time_zone ?? caller.timeZone
      const { interval, series } = await readOwnSeries(execute, devices, range, { query, timeZone, now })
      return {
        Interval: interval,
        TimeZone: timeZone,
        Series: series.map(({ device, wire }) => ({ ...wire, DeviceId: device.id })),
      }
    })
  })

  serve(sensors.graphs, async ({ params, query, caller }) => {
    const now = clock()
    const range = rangeOf(query, now)
    return inSnapshot(db, async (tx) => {
      const execute = executeIn(tx)
      const chain = found(
        await ruleQueries(tx).findDeviceChain(ownScope(caller), params.id),
        'device_not_found',
      )
      const devices = await listSeriesDevices(execute, ownScope(caller), [params.id])
      const timeZone = query.timeZone ?? devices[0]?.time_zone ?? caller.timeZone
      const { interval, series } = await readOwnSeries(execute, devices, range, { query, timeZone, now })
      const rules = rulesToWire(chain, caller.sitePath).filter(({ IsActive }) => IsActive)
      return {
        Interval: interval,
        TimeZone: timeZone,
        Graphs: series.map(({ key, wire }) => ({
          ...wire,
          Levels: rules
            .filter(({ Sensor }) => Sensor === key)
            .map(({ AlertType, Direction, RaiseLevel }) => ({ AlertType, Direction, RaiseLevel })),
        })),
      }
    })
  })
}

interface Wanted {
  query: AskedSeries & { type?: SensorKey[] | undefined; interval?: Interval | undefined }
  timeZone: string
  now: Date
}

/** Reads the values of each device, of the sensors that it has. */
async function readOwnSeries(
  execute: Execute,
  devices: readonly SeriesDevice[],
  range: Range,
  { query, timeZone, now }: Wanted,
) {
  const { type = sensorKeys, interval: wished } = query
  const keys = [...new Set(type)].filter((key) => devices.some(({ kinds }) => kinds.includes(key)))
  const { interval, points } = await readSeriesOfDevices(execute, devices, { range, keys, wished, timeZone })
  const wanted = { range, interval, timeZone, now: now.getTime(), query }
  return { interval, series: await answerSeries(execute, devices, keys, points, wanted) }
}
