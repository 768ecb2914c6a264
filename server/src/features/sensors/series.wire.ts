import type { PointsOf } from '@eot/contract/columnar-series'
import type { Point, RangePercentiles } from '@eot/contract/sensors'
import { type SensorKey, sensorKinds } from '@eot/contract/vocabulary'
import type { SeriesPercentiles } from '../readings/index.ts'

/** Converts a series, with its percentiles if they are requested. */
export const seriesToWire = (
  { key, points }: { key: SensorKey; points: PointsOf<Point> },
  percentiles: SeriesPercentiles | undefined,
) => ({
  Sensor: key,
  Unit: sensorKinds.find((kind) => kind.key === key)?.unit ?? '',
  Points: points as Point[], // as it is serialized
  ...(percentiles?.range && { RangePercentiles: rangeToWire(percentiles.range) }),
  ...(percentiles?.points && { PointPercentiles: percentiles.points }),
})

const rangeToWire = ([P5, P50, P95, P5Error, P50Error, P95Error]: NonNullable<
  SeriesPercentiles['range']
>): RangePercentiles => ({ P5, P50, P95, P5Error, P50Error, P95Error })
