import { type Interval, intervals, sensors } from '@eot/contract/sensors'
import { type SensorKey, sensorKeys, sensorKinds } from '@eot/contract/vocabulary'
import type pg from 'pg'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import { AppError, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { listSeriesDevices, readSeries, type SeriesDevice } from '../readings/index.ts'

const defaultRangeMs = 86_400_000
const mostDevices = 20

export function sensorRoutes(
  serve: Serve<Caller>,
  { pool, scopeOf, clock }: { pool: pg.Pool; scopeOf: ScopeOf; clock: Clock },
): void {
  serve(sensors.series, async ({ query, caller }) => {
    const ids = [...new Set(query.DeviceId ?? [])]
    if (ids.length === 0 || ids.length > mostDevices)
      throw invalid('DeviceId', `Expected 1 to ${mostDevices} devices`)
    const to = query.endTime ?? clock().getTime()
    const from = query.startTime ?? to - defaultRangeMs
    if (from >= to) throw invalid('startTime', 'Must be before endTime')
    const devices = await listSeriesDevices(pool, await scopeOf(caller, { SiteId: query.SiteId }), ids)
    if (devices.length !== ids.length) throw new AppError('device_not_found')
    const timeZone = query.timeZone ?? devices[0]?.time_zone ?? caller.timeZone
    const wanted = query.type ?? sensorKeys
    const readAs = async (device: SeriesDevice, interval: Interval | undefined) => {
      const keys = wanted.filter((key) => device.kinds.includes(key))
      return { device, keys, ...(await readSeries(pool, device, { from, to }, keys, interval, timeZone)) }
    }
    const first = await Promise.all(devices.map((device) => readAs(device, query.interval)))
    const Interval = coarsest(first.map(({ interval }) => interval))
    const read = await Promise.all(
      first.map((one) => (one.interval === Interval ? one : readAs(one.device, Interval))),
    )
    return {
      Interval,
      TimeZone: timeZone,
      Series: read.flatMap(({ device, keys, points }) =>
        keys.map((key, index) => ({
          Sensor: key,
          Unit: unitOf(key),
          DeviceId: device.id,
          Points: points[index] ?? [],
        })),
      ),
    }
  })
}

/** One interval applies to the whole response, although devices that report often need a coarser one than others. */
const coarsest = (found: readonly Interval[]) =>
  intervals.findLast((interval) => found.includes(interval)) ?? 'Raw'

const unitOf = (key: SensorKey) => sensorKinds.find((kind) => kind.key === key)?.unit ?? ''
