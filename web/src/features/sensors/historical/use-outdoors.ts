import type { Interval, Point } from '@eot/contract/sensors'
import { type Weather, weather } from '@eot/contract/weather'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWeather } from '../../../domain/weather/use-weather.ts'
import { keepingPrevious } from '../../../lib/api/keeping-previous.ts'
import { queryOf } from '../../../lib/api/query.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { refreshMs } from './use-history.ts'

export interface Outdoors {
  weather: Weather
  /** By sensor, in its unit. */
  points: ReadonlyMap<string, readonly Point[]>
}

interface Question {
  siteId: string
  range: TimeRange
  zone: string
  /** The interval of the indoor values. undefined: not known yet. */
  interval: Interval | undefined
}

/** Reads the weather at a site for the period of its indoor values. undefined: there is none. */
export function useOutdoors(question: Question): Outdoors | undefined {
  const { siteId, range, zone, interval } = question
  const { data: known } = useWeather(siteId)
  const isReady = known?.State === 'Ready'
  const { data } = useQuery({
    ...keepingPrevious(
      queryOf(weather.history, { query: { SiteId: siteId, ...range, timeZone: zone, interval } }),
    ),
    enabled: isReady && interval !== undefined,
    refetchInterval: refreshMs,
  })
  return useMemo(() => {
    if (!isReady || !data) return undefined
    const points = new Map(data.Series.map(({ Sensor, Points }) => [Sensor, Points]))
    return { weather: known, points }
  }, [isReady, known, data])
}
