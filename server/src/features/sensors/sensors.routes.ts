import { listOf, type PointsOf } from '@eot/contract/columnar-series'
import { type Interval, type Point, sensors } from '@eot/contract/sensors'
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
import { readQuality } from '../quality/index.ts'
import {
  listSeriesDevices,
  type Range,
  readPercentiles,
  readSeriesOfDevices,
  type SeriesDevice,
} from '../readings/index.ts'
import { ruleQueries, rulesToWire } from '../rules/index.ts'
import { seriesToWire } from './series.wire.ts'

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
      const { interval, read } = await readOwnSeries(execute, devices, range, { ...query, timeZone })
      const judge = query.quality
        ? await readQuality(execute, devices, { range, interval, timeZone, now: now.getTime() })
        : undefined
      const wanted = { range, interval, timeZone, asked: query.percentiles }
      const percentiles = query.percentiles ? await readPercentiles(execute, read.map(withLists), wanted) : []
      return {
        Interval: interval,
        TimeZone: timeZone,
        Series: read.flatMap(({ devices: [device], series }, at) =>
          series.map((one, index) => ({
            ...seriesToWire(one, percentiles[at]?.[index]),
            ...(judge && { Quality: judge(device, one.key, listOf(one.points)) }),
            DeviceId: device.id,
          })),
        ),
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
      const { interval, read } = await readOwnSeries(execute, devices, range, { ...query, timeZone })
      const judge = query.quality
        ? await readQuality(execute, devices, { range, interval, timeZone, now: now.getTime() })
        : undefined
      const wanted = { range, interval, timeZone, asked: query.percentiles }
      const percentiles = query.percentiles ? await readPercentiles(execute, read.map(withLists), wanted) : []
      const rules = rulesToWire(chain, caller.sitePath).filter(({ IsActive }) => IsActive)
      return {
        Interval: interval,
        TimeZone: timeZone,
        Graphs: read.flatMap(({ devices: [device], series }, at) =>
          series.map((one, index) => ({
            ...seriesToWire(one, percentiles[at]?.[index]),
            ...(judge && { Quality: judge(device, one.key, listOf(one.points)) }),
            Levels: rules
              .filter(({ Sensor }) => Sensor === one.key)
              .map(({ AlertType, Direction, RaiseLevel }) => ({ AlertType, Direction, RaiseLevel })),
          })),
        ),
      }
    })
  })
}

interface Wished {
  type?: SensorKey[] | undefined
  interval?: Interval | undefined
  timeZone: string
}

/** Reads the values of each device, of the sensors that it has. */
async function readOwnSeries(
  execute: Execute,
  devices: readonly SeriesDevice[],
  range: Range,
  { type = sensorKeys, interval: wished, timeZone }: Wished,
) {
  const keys = [...new Set(type)].filter((key) => devices.some(({ kinds }) => kinds.includes(key)))
  const { interval, points } = await readSeriesOfDevices(execute, devices, { range, keys, wished, timeZone })
  return { interval, read: devices.map((device, at) => ownSeries(device, keys, points[at])) }
}

/** Returns the series of the sensors that a device has. `points` are in the order of the keys. */
export const ownSeries = <Points extends PointsOf<Point>>(
  device: SeriesDevice,
  keys: readonly SensorKey[],
  points: readonly Points[] = [],
) => ({
  devices: [device] as const,
  series: keys.flatMap((key, index) => {
    const own = points[index]
    return own && device.kinds.includes(key) ? { key, points: own } : []
  }),
})

/** Converts points to lists, from which percentiles and quality are computed. */
export const withLists = ({ devices, series }: ReturnType<typeof ownSeries>) => ({
  devices,
  series: series.map(({ key, points }) => ({ key, points: listOf(points) })),
})
