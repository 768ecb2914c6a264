import { useTranslation } from 'react-i18next'
import { SensorName } from '../../../domain/sensors/sensor-look.tsx'
import { shownText } from '../../../lib/units.ts'
import { laneStats } from './lane-stats.ts'
import type { Lane } from './lanes.ts'

interface LaneFiguresProps {
  lanes: readonly Lane[]
  /** Offset of the first lane and distance between lanes, in CSS pixels. */
  top: number
  laneHeight: number
}

/** The lowest, mean and highest value of each lane, beside it. */
export function LaneFigures({ lanes, top, laneHeight }: LaneFiguresProps) {
  const { t } = useTranslation()
  return (
    <ul
      className="lane-figures"
      style={{ '--flags': `${top}px`, '--lane': `${laneHeight}px` }}
      aria-label={t('historical.figures')}
    >
      {lanes.map((lane) => (
        <li key={lane.sensor}>
          <p>
            <i className="swatch" style={{ '--kc': lane.color }} aria-hidden="true" />
            <b>
              <SensorName sensor={lane.sensor} />
            </b>
            <span className="faint">{lane.unit}</span>
          </p>
          <Figures lane={lane} />
        </li>
      ))}
    </ul>
  )
}

function Figures({ lane }: { lane: Lane }) {
  const { t } = useTranslation()
  const stats = laneStats(lane.points)
  const compared = laneStats(lane.compared)
  const outdoors = laneStats(lane.outdoors)
  if (!stats) return <p className="muted">{t('chart.noData')}</p>
  const text = (value: number) => shownText(value, lane.sensor)
  return (
    <>
      <dl>
        <div>
          <dt>{t('chart.min')}</dt>
          <dd>{text(stats.min)}</dd>
        </div>
        <div>
          <dt>{t('chart.mean')}</dt>
          <dd>
            <b>{text(stats.mean)}</b>
          </dd>
        </div>
        <div>
          <dt>{t('chart.max')}</dt>
          <dd>{text(stats.max)}</dd>
        </div>
      </dl>
      {outdoors && (
        <p className="faint">
          {t('historical.outdoorFigures', { min: text(outdoors.min), max: text(outdoors.max) })}
        </p>
      )}
      {compared && <p className="faint">{t('historical.comparedMean', { mean: text(compared.mean) })}</p>}
    </>
  )
}
