import { type Point, type SensorGraphs, sensors } from '@eot/contract/sensors'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAllAlerts } from '../../../domain/alerts/use-all-alerts.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { periodBefore } from '../../../lib/time/period-before.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { useAllowed } from '../../../session/use-session.tsx'

/** Also of past ranges, since readings and alerts of devices that were offline arrive late. */
export const refreshMs = 60_000

interface Question {
  siteId: string
  deviceId: string
  range: TimeRange
  compare: string | undefined
  zone: string
}

/** Reads the graphs of a device in a range, and those they are compared with. */
export function useHistory(question: Question) {
  const { siteId, deviceId, range, compare, zone } = question
  const shown = useQuery({
    ...queryOf(sensors.graphs, {
      params: { id: deviceId },
      query: { ...range, timeZone: zone, quality: true },
    }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })
  const other = otherOf(question)
  const compared = useQuery({
    ...queryOf(sensors.graphs, {
      params: { id: other.deviceId },
      query: { ...other.range, timeZone: zone, interval: shown.data?.Interval },
    }),
    enabled: compare !== undefined && shown.data !== undefined && !shown.isPlaceholderData,
    refetchInterval: refreshMs,
  })
  const mayReadAlerts = useAllowed('ViewAlerts')
  const raised = useAllAlerts(
    { SiteId: siteId, Method: 'Range', deviceId: [deviceId], rangeBy: 'Start', ...range },
    { enabled: mayReadAlerts, whenTooMany: 'newest', keepsPrevious: true, refetchInterval: refreshMs },
  )
  return {
    shown,
    /** Shifted to the shown range. undefined: nothing is compared, or it is not loaded yet. */
    compared:
      compare === undefined ? undefined : moved(compared.data, range.startTime - other.range.startTime),
    comparedError: compare === undefined ? null : compared.error,
    alerts: raised.alerts,
    /** How many alerts there are, if some of them cannot be shown. */
    allAlerts: raised.settled && raised.total > raised.alerts.length ? raised.total : undefined,
  }
}

function otherOf({ compare, deviceId, range, zone }: Question) {
  if (compare === 'before') return { deviceId, range: periodBefore(range, zone) }
  return { deviceId: compare ?? deviceId, range }
}

function moved(graphs: SensorGraphs | undefined, byMs: number): Map<string, Point[]> | undefined {
  if (!graphs) return undefined
  return new Map(
    graphs.Graphs.map(({ Sensor, Points }) => [
      Sensor,
      Points.map(([at, ...values]): Point => [at + byMs, ...values]),
    ]),
  )
}
