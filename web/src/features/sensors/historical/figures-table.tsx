import type { RangePercentiles } from '@eot/contract/sensors'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { SensorName } from '../../../domain/sensors/sensor-look.tsx'
import { errorText, shownText, valueText } from '../../../lib/units.ts'
import { useSession } from '../../../session/use-session.tsx'
import { numberText } from '../../../texts/number-format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { laneStats } from './lane-stats.ts'
import { columnsOf, isCompared, type Lane, type LaneLine } from './lanes.ts'
import { LineName } from './line-name.tsx'
import { type FoundPercentiles, percentilesKey } from './use-range-percentiles.ts'

const percentiles = ['P5', 'P50', 'P95'] as const

interface FiguresTableProps {
  lanes: readonly Lane[]
  /** By `percentilesKey`, not yet in the reader's unit. `isPrevious`: they belong to the previous query. */
  percentiles: FoundPercentiles
  label: string
}

/** Statistics of each sensor of each device over the whole range. */
export function FiguresTable({ lanes, percentiles: { found, isPrevious }, label }: FiguresTableProps) {
  const { t } = useTranslation()
  const withNames = isCompared(lanes)
  const isEstimated = [...found.values()].some((one) => percentiles.some((key) => one[`${key}Error`] > 0))
  const look = classNames('figures-table scrolls-x', isPrevious && 'stale')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={look} tabIndex={0} aria-label={label}>
      <table className="table">
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('historical.sensors')}</th>
            {withNames && <th scope="col">{t('sensors.device')}</th>}
            <th scope="col" className="num">
              {t('chart.min')}
            </th>
            {percentiles.map((key) => (
              <th key={key} scope="col" className="num">
                {t(`historical.${key}`)}
              </th>
            ))}
            <th scope="col" className="num">
              {t('chart.max')}
            </th>
            <th scope="col" className="num">
              {t('chart.mean')}
            </th>
            <th scope="col" className="num">
              {t('historical.samples')}
            </th>
          </tr>
        </thead>
        <tbody>
          {columnsOf(lanes).map(({ lane, line }) => {
            const key = percentilesKey(line.key, lane.sensor)
            return <Row key={key} {...{ lane, line, withNames }} found={found.get(key)} />
          })}
        </tbody>
      </table>
      {found.size > 0 && (
        <p className="faint">{t(isEstimated ? 'historical.estimated' : 'historical.exact')}</p>
      )}
    </section>
  )
}

interface RowProps {
  lane: Lane
  line: LaneLine
  withNames: boolean
  found: RangePercentiles | undefined
}

const Row = memo(function Row({ lane, line, withNames, found }: RowProps) {
  useTranslation() // Numbers and names of sensors depend on the language.
  const stats = laneStats(line.points)
  if (!stats) return null
  const text = (value: number) => shownText(value, lane.sensor)
  return (
    <tr>
      <th scope="row">
        <SensorName sensor={lane.sensor} /> <span className="faint">{lane.unit}</span>
      </th>
      {withNames && (
        <td>
          <LineName line={line} />
        </td>
      )}
      <td className="num">{text(stats.min)}</td>
      {percentiles.map((key) => (
        <td key={key} className="num">
          {found ? <Estimate value={found[key]} error={found[`${key}Error`]} sensor={lane.sensor} /> : '–'}
        </td>
      ))}
      <td className="num">{text(stats.max)}</td>
      <td className="num">{text(stats.mean)}</td>
      <td className="num">{numberText(stats.count)}</td>
    </tr>
  )
})

function Estimate({ value, error, sensor }: { value: number; error: number; sensor: string }) {
  const { measurement } = useSession()
  const off = errorText(value, error, sensor, measurement)
  return (
    <>
      {valueText(value, sensor, measurement)}
      {off !== undefined && <small className="faint"> ± {off}</small>}
    </>
  )
}
