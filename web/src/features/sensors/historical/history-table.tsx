import type { Point } from '@eot/contract/sensors'
import { useTranslation } from 'react-i18next'
import { SensorName } from '../../../domain/sensors/sensor-look.tsx'
import { fullTime, shortTime } from '../../../lib/time/time.ts'
import { shownText } from '../../../lib/units.ts'
import type { Lane } from './lanes.ts'

interface HistoryTableProps {
  lanes: readonly Lane[]
  timeZone: string
  /** Describes the numbers in words. */
  label: string
}

/** The numbers of the chart, the newest first. */
export function HistoryTable({ lanes, timeZone, label }: HistoryTableProps) {
  const { t } = useTranslation()
  const rows = tableRows(lanes)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="history-table" tabIndex={0} aria-label={label}>
      <table className="table">
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            {lanes.map(({ sensor, unit }) => (
              <th key={sensor} scope="col" className="num">
                <SensorName sensor={sensor} /> <span className="faint">{unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ ms, points }) => (
            <tr key={ms}>
              <th scope="row" title={fullTime(ms, timeZone)}>
                {shortTime(ms, timeZone, Date.now())}
              </th>
              {points.map((point, at) => (
                <td key={lanes[at]?.sensor} className="num">
                  {point && <Value point={point} sensor={lanes[at]?.sensor ?? ''} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Value({ point: [, mean, min, max, count], sensor }: { point: Point; sensor: string }) {
  const { t } = useTranslation()
  const text = (value: number) => shownText(value, sensor)
  return (
    <>
      {text(mean)}
      {count > 1 && <small className="faint"> {t('chart.range', { min: text(min), max: text(max) })}</small>}
    </>
  )
}

/** One row for each time at which any sensor has a value. */
export function tableRows(lanes: readonly Lane[]): { ms: number; points: (Point | undefined)[] }[] {
  const byTime = lanes.map(({ points }) => new Map(points.map((point) => [point[0], point])))
  const times = [...new Set(byTime.flatMap((points) => [...points.keys()]))].sort((a, b) => b - a)
  return times.map((ms) => ({ ms, points: byTime.map((points) => points.get(ms)) }))
}
