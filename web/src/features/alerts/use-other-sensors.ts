import type { Alert } from '@eot/contract/alerts'
import { type Point, sensors } from '@eot/contract/sensors'
import { useQuery } from '@tanstack/react-query'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { findKind } from '../../lib/units.ts'
import { changeStart } from './change-start.ts'
import { type LaneVerdict, laneVerdict } from './lane-verdict.ts'
import type { AlertSeries } from './use-alert-series.ts'

const refreshMs = 20_000
const minuteMs = 60_000

export interface Lane {
  sensor: string
  points: readonly Point[]
  verdict: LaneVerdict
}

/** What the device's other sensors did around an alert. Those that moved come first. */
export function useOtherSensors(alert: Alert, { fromMs, toMs }: Pick<AlertSeries, 'fromMs' | 'toMs'>) {
  const isOpen = alert.EndAt === null
  const end = isOpen ? {} : { endTime: toMs }
  const query = useQuery({
    ...keepingPrevious(
      queryOf(sensors.series, { query: { DeviceId: [alert.Device.Id], startTime: fromMs, ...end } }),
    ),
    refetchInterval: isOpen && refreshMs,
  })
  const startMs = Date.parse(alert.StartAt)
  // At least a minute, so that an alert of a few seconds still contains readings.
  const endMs = alert.EndAt === null ? toMs : Math.max(Date.parse(alert.EndAt), startMs + minuteMs)
  const series = query.data?.Series ?? []
  const own = series.find(({ Sensor }) => Sensor === alert.Sensor)?.Points ?? []
  const compared = { startMs: changeStart(own, alert), endMs }
  const lanes = series
    .filter(({ Sensor, Points }) => Sensor !== alert.Sensor && Points.length > 0)
    .map(
      ({ Sensor, Points }): Lane => ({
        sensor: Sensor,
        points: Points,
        verdict: laneVerdict(Points, compared, leastMove(Sensor)),
      }),
    )
    .toSorted((a, b) => Number(isMoved(b)) - Number(isMoved(a)))
  return { query, lanes }
}

const isMoved = ({ verdict }: Lane) => verdict.kind === 'rose' || verdict.kind === 'fell'

/** Returns the smallest relevant change of a kind, in its unit: one degree, or else two units of the last digit shown. */
function leastMove(sensor: string): number {
  return sensor === 'temperature' ? 1 : 2 * 10 ** -(findKind(sensor)?.decimals ?? 0)
}
