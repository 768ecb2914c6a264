import type { Alert } from '@eot/contract/alerts'
import type { AnswerOf } from '@eot/contract/endpoint'
import { type Point, sensors } from '@eot/contract/sensors'
import { sensorKeys } from '@eot/contract/vocabulary'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallRequest } from '../../lib/api/api.ts'
import { changeCached } from '../../lib/api/cached.ts'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useReconnected } from '../../lib/live/live-status.ts'
import { useReadings } from '../../lib/live/use-readings.ts'
import { useMinute } from '../../lib/time/now.ts'

/** How long before and after an alert is shown. */
const aroundMs = 20 * 60_000
const minuteMs = 60_000
const summedRefreshMs = 20_000

/** Readings around an alert. For an ongoing alert, new readings are appended as they are stored. */
export function useAlertSeries(alert: Alert) {
  const queryClient = useQueryClient()
  const now = useMinute()
  const ongoing = alert.EndAt === null
  const startMs = Date.parse(alert.StartAt)
  const endMs = alert.EndAt === null ? undefined : Date.parse(alert.EndAt)
  const fromMs = Math.floor((startMs - aroundMs) / minuteMs) * minuteMs
  // Without an end while ongoing, so that later readings are appended.
  const toMs = endMs === undefined ? undefined : Math.ceil((endMs + aroundMs) / minuteMs) * minuteMs
  const sensor = sensorKeys.find((key) => key === alert.Sensor)

  const request = useMemo((): CallRequest<typeof sensors.series> => {
    const end = toMs === undefined ? {} : { endTime: toMs }
    const type = sensor ? { type: [sensor] } : {}
    return { query: { DeviceId: [alert.Device.Id], ...type, startTime: fromMs, ...end } }
  }, [alert.Device.Id, sensor, fromMs, toMs])
  const options = queryOf(sensors.series, request)
  const query = useQuery({
    ...keepingPrevious(options),
    enabled: sensor !== undefined,
    // Raw readings are appended as they arrive; aggregates are fetched again.
    refetchInterval: ({ state }) => ongoing && state.data && state.data.Interval !== 'Raw' && summedRefreshMs,
  })

  useReadings(alert.Site.Id, ongoing && sensor ? alert.Device.Id : undefined, (samples) => {
    const change = (answer: AnswerOf<typeof sensors.series>) => {
      const known = answer.Series[0]
      if (answer.Interval !== 'Raw' || !known || !sensor) return answer
      const last = known.Points.at(-1)?.[0] ?? 0
      const news = samples.flatMap(([at, values]): Point[] => {
        const value = values[sensor]
        return value === undefined || at <= last ? [] : [[at, value, value, value, 1]]
      })
      return news.length === 0
        ? answer
        : { ...answer, Series: [{ ...known, Points: [...known.Points, ...news] }] }
    }
    changeCached(queryClient, sensors.series, change, { queryKey: options.queryKey, exact: true })
  })
  // What was stored during the interruption is never sent.
  useReconnected(() => void queryClient.invalidateQueries({ queryKey: options.queryKey, exact: true }))

  return {
    query,
    sensor,
    points: query.data?.Series[0]?.Points ?? [],
    fromMs,
    toMs: Math.min(toMs ?? now + minuteMs, Math.max(now + minuteMs, startMs)),
  }
}

export type AlertSeries = ReturnType<typeof useAlertSeries>
