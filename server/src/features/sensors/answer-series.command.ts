import type { PointColumns } from '@eot/contract/columnar-series'
import type { Interval, Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { readQuality } from '../quality/index.ts'
import { type Range, readPercentiles, type SeriesDevice } from '../readings/index.ts'
import { seriesToWire } from './series.wire.ts'

/** What is requested besides the points. */
export interface AskedSeries {
  percentiles?: 'Range' | 'Points' | undefined
  quality: boolean
}

interface Wanted {
  range: Range
  interval: Interval
  timeZone: string
  /** Epoch ms. */
  now: number
  query: AskedSeries
}

/**
 * Converts the series of each device, with their percentiles and quality if these are requested. `keys` are the requested sensors;
 * those that a device does not have are left out. `points` has the series of each device, in the order of the keys.
 */
export async function answerSeries(
  execute: Execute,
  devices: readonly SeriesDevice[],
  keys: readonly SensorKey[],
  points: readonly (readonly PointColumns<Point>[])[],
  { range, interval, timeZone, now, query }: Wanted,
) {
  const all = devices.map((device, at) => ({ device, series: ownSeries(device, keys, points[at] ?? []) }))
  const asked = query.percentiles
  const needsLists = asked !== undefined || query.quality
  const lists = (needsLists ? all : []).map(({ device, series }) => ({
    devices: [device],
    series: series.map(({ key, points }) => ({ key, points: points.toList() })),
  }))
  const percentiles = asked ? await readPercentiles(execute, lists, { range, interval, timeZone, asked }) : []
  const judge = query.quality
    ? await readQuality(execute, devices, { range, interval, timeZone, now })
    : undefined
  return all.flatMap(({ device, series }, at) =>
    series.map(({ key, points }, index) => ({
      device,
      key,
      wire: {
        ...seriesToWire({ key, points }, percentiles[at]?.[index]),
        ...(judge && { Quality: judge(device, key, lists[at]?.series[index]?.points ?? []) }),
      },
    })),
  )
}

const ownSeries = (
  device: SeriesDevice,
  keys: readonly SensorKey[],
  points: readonly PointColumns<Point>[],
) =>
  keys.flatMap((key, index) => {
    const own = points[index]
    return own && device.kinds.includes(key) ? { key, points: own } : []
  })
