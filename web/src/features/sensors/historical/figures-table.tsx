import { percentileOf } from '@eot/contract/percentile'
import { useTranslation } from 'react-i18next'
import { SensorName } from '../../../domain/sensors/sensor-look.tsx'
import { shownText } from '../../../lib/units.ts'
import { numberText } from '../../../texts/number-format.ts'
import { laneStats } from './lane-stats.ts'
import type { Lane } from './lanes.ts'

const percentiles = [
  ['p5', 0.05],
  ['p50', 0.5],
  ['p95', 0.95],
] as const

/** What the values of each sensor were over the whole range, with the bounds of percentiles that are estimated. */
export function FiguresTable({ lanes, label }: { lanes: readonly Lane[]; label: string }) {
  const { t } = useTranslation()
  const isEstimated = lanes.some(({ points }) => points.some(([, , , , count]) => count > 1))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="figures-table" tabIndex={0} aria-label={label}>
      <table className="table">
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('historical.sensors')}</th>
            <th scope="col" className="num">
              {t('chart.min')}
            </th>
            {percentiles.map(([key]) => (
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
          {lanes.map((lane) => (
            <Row key={lane.sensor} lane={lane} />
          ))}
        </tbody>
      </table>
      {isEstimated && <p className="faint">{t('historical.estimated')}</p>}
    </section>
  )
}

function Row({ lane }: { lane: Lane }) {
  const stats = laneStats(lane.points)
  if (!stats) return null
  const text = (value: number) => shownText(value, lane.sensor)
  return (
    <tr>
      <th scope="row">
        <SensorName sensor={lane.sensor} /> <span className="faint">{lane.unit}</span>
      </th>
      <td className="num">{text(stats.min)}</td>
      {percentiles.map(([key, share]) => (
        <td key={key} className="num">
          <Estimate lane={lane} share={share} />
        </td>
      ))}
      <td className="num">{text(stats.max)}</td>
      <td className="num">{text(stats.mean)}</td>
      <td className="num">{numberText(stats.count)}</td>
    </tr>
  )
}

function Estimate({ lane, share }: { lane: Lane; share: number }) {
  const { t } = useTranslation()
  const found = percentileOf(lane.points, share)
  if (!found) return null
  const text = (value: number) => shownText(value, lane.sensor)
  const [value, min, max] = [text(found.value), text(found.low), text(found.high)]
  return (
    <>
      {value}
      {min !== max && <small className="faint"> {t('chart.range', { min, max })}</small>}
    </>
  )
}
