import { type Point, type SensorGraphs, sensors } from '@eot/contract/sensors'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mostAlerts, useAllAlerts } from '../../../domain/alerts/use-all-alerts.ts'
import { keepingPrevious } from '../../../lib/api/keeping-previous.ts'
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
  compare: 'before' | undefined
  zone: string
}

/** Reads the graphs of a device in a range, and those of the period before. */
export function useHistory({ siteId, deviceId, range, compare, zone }: Question) {
  const shown = useQuery({
    ...keepingPrevious(
      queryOf(sensors.graphs, {
        params: { id: deviceId },
        query: { ...range, timeZone: zone, quality: true },
      }),
    ),
    refetchInterval: refreshMs,
  })
  const before = compare && periodBefore(range, zone)
  const compared = useQuery({
    ...queryOf(sensors.graphs, {
      params: { id: deviceId },
      query: { ...(before ?? range), timeZone: zone, interval: shown.data?.Interval },
    }),
    enabled: before !== undefined && shown.data !== undefined && !shown.isPlaceholderData,
    refetchInterval: refreshMs,
  })
  const past = before && compared.data
  const shiftMs = before ? range.startTime - before.startTime : 0
  const mayReadAlerts = useAllowed('ViewAlerts')
  const raised = useAllAlerts(
    { SiteId: siteId, Method: 'Range', deviceId: [deviceId], rangeBy: 'Start', ...range },
    { enabled: mayReadAlerts, whenTooMany: 'newest', keepsPrevious: true, refetchInterval: refreshMs },
  )
  return {
    shown,
    before,
    /** Shifted to the shown range. undefined: nothing is compared, or it is not loaded yet. */
    compared: useMemo(() => past && moved(past, shiftMs), [past, shiftMs]),
    alerts: raised.alerts,
    /** How many alerts there are, if they are more than can be shown. */
    allAlerts: raised.total > mostAlerts && !raised.query.isPlaceholderData ? raised.total : undefined,
  }
}

const moved = ({ Graphs }: SensorGraphs, byMs: number): Map<string, Point[]> =>
  new Map(
    Graphs.map(({ Sensor, Points }) => [
      Sensor,
      Points.map(([at, ...values]): Point => [at + byMs, ...values]),
    ]),
  )
