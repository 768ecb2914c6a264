import { type Interval, type RangePercentiles, sensors } from '@eot/contract/sensors'
import { sensorKeys } from '@eot/contract/vocabulary'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../lib/api/query.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { refreshMs } from './use-history.ts'

interface Question {
  deviceId: string
  range: TimeRange
  zone: string
  /** The interval of the points on the screen, so that the percentiles are of the same samples. */
  interval: Interval
  shown: readonly string[]
}

/** The percentiles of the shown sensors over the whole range, requested separately since they take longer than the chart. */
export function useRangePercentiles({ deviceId, range, zone, interval, shown }: Question) {
  const type = sensorKeys.filter((key) => shown.includes(key))
  const query = useQuery({
    ...queryOf(sensors.graphs, {
      params: { id: deviceId },
      query: { ...range, timeZone: zone, interval, type, percentiles: 'Range' },
    }),
    enabled: type.length > 0,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })
  const found = new Map<string, RangePercentiles>()
  for (const { Sensor, RangePercentiles } of query.data?.Graphs ?? [])
    if (RangePercentiles) found.set(Sensor, RangePercentiles)
  return { found, isPrevious: query.isPlaceholderData }
}
