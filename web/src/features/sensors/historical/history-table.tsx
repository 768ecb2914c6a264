import type { Point } from '@eot/contract/sensors'
import { useTranslation } from 'react-i18next'
import { SensorName } from '../../../domain/sensors/sensor-look.tsx'
import { fullTime, shortTime } from '../../../lib/time/time.ts'
import { shownText } from '../../../lib/units.ts'
import { columnsOf, isCompared, type Lane } from './lanes.ts'
import { LineName } from './line-name.tsx'

interface HistoryTableProps {
  lanes: readonly Lane[]
  timeZone: string
  /** Describes the numbers in words. */
  label: string
}

/** The numbers of the chart, the newest first. */
export function HistoryTable({ lanes, timeZone, label }: HistoryTableProps) {
  const { t } = useTranslation()
  const columns = columnsOf(lanes)
  const withNames = isCompared(lanes)
  const rows = tableRows(lanes)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="history-table" tabIndex={0} aria-label={label}>
      <table className="table">
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            {columns.map(({ lane: { sensor, unit }, line }) => (
              <th key={`${line.key} ${sensor}`} scope="col" className="num">
                <SensorName sensor={sensor} /> <span className="faint">{unit}</span>
                {withNames && (
                  <small>
                    <LineName line={line} />
                  </small>
                )}
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
              {columns.map(({ lane: { sensor }, line }, at) => (
                <td key={`${line.key} ${sensor}`} className="num">
                  <Value point={points[at]} sensor={sensor} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Value({ point, sensor }: { point: Point | undefined; sensor: string }) {
  const { t } = useTranslation()
  if (!point) return null
  const [, mean, min, max, count] = point
  const text = (value: number) => shownText(value, sensor)
  return (
    <>
      {text(mean)}
      {count > 1 && <small className="faint"> {t('chart.range', { min: text(min), max: text(max) })}</small>}
    </>
  )
}

/** One row for each time at which any sensor has a value, with the points of `columnsOf`. */
export function tableRows(lanes: readonly Lane[]): { ms: number; points: (Point | undefined)[] }[] {
  const byTime = columnsOf(lanes).map(({ line }) => new Map(line.points.map((point) => [point[0], point])))
  const times = [...new Set(byTime.flatMap((points) => [...points.keys()]))].sort((a, b) => b - a)
  return times.map((ms) => ({ ms, points: byTime.map((points) => points.get(ms)) }))
}
