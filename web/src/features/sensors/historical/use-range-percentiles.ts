import { type Interval, type RangePercentiles, type Series, sensors } from '@eot/contract/sensors'
import { sensorKeys } from '@eot/contract/vocabulary'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../lib/api/query.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { refreshMs } from './use-history.ts'

/** By `percentilesKey`, in the unit of the sensor. `isPrevious`: they belong to the previous query. */
export interface FoundPercentiles {
  found: ReadonlyMap<string, RangePercentiles>
  isPrevious: boolean
}

interface Question {
  deviceIds: readonly string[]
  range: TimeRange
  /** The period with which it is compared. */
  before?: TimeRange | undefined
  zone: string
  /** The interval of the points on the screen, so that the percentiles are of the same samples. */
  interval: Interval
  shown: readonly string[]
  /** Whether the points on the screen are those of the range. */
  isDrawn: boolean
}

export const percentilesKey = (line: string, sensor: string) => `${line} ${sensor}`

/**
 * Requests the percentiles of the shown sensors over the whole range once the chart is drawn, since they take longer than its
 * points.
 */
export function useRangePercentiles(question: Question): FoundPercentiles {
  const { deviceIds, range, before, zone, interval, shown, isDrawn } = question
  const type = sensorKeys.filter((key) => shown.includes(key))
  const optionsOf = (period: TimeRange) => ({
    ...queryOf(sensors.series, {
      query: { DeviceId: [...deviceIds], ...period, timeZone: zone, interval, type, percentiles: 'Range' },
    }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData<Series | undefined>,
  })
  const enabled = isDrawn && type.length > 0
  const now = useQuery({ ...optionsOf(range), enabled })
  const past = useQuery({ ...optionsOf(before ?? range), enabled: enabled && before !== undefined })
  const found = new Map<string, RangePercentiles>()
  const put = (series: Series | undefined, line?: string) => {
    for (const { DeviceId = '', Sensor, RangePercentiles } of series?.Series ?? [])
      if (RangePercentiles) found.set(percentilesKey(line ?? DeviceId, Sensor), RangePercentiles)
  }
  put(now.data)
  if (before) put(past.data, 'before')
  return { found, isPrevious: now.isPlaceholderData || past.isPlaceholderData }
}
