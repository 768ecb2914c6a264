import { memo } from 'react'
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
export const LaneFigures = memo(function LaneFigures({ lanes, top, laneHeight }: LaneFiguresProps) {
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
})

function Figures({ lane }: { lane: Lane }) {
  const { t } = useTranslation()
  const [first, ...others] = lane.lines
  const stats = laneStats(first?.points ?? [])
  const outdoors = laneStats(lane.outdoors)
  const text = (value: number) => shownText(value, lane.sensor)
  if (first?.look.letter) return <Means lane={lane} />
  if (!stats) return <p className="muted">{t('chart.noData')}</p>
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
      {others.map(({ key, points }) => {
        const compared = laneStats(points)
        return (
          compared && (
            <p key={key} className="faint">
              {t('historical.comparedMean', { mean: text(compared.mean) })}
            </p>
          )
        )
      })}
    </>
  )
}

/** The means of several devices. */
function Means({ lane }: { lane: Lane }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="faint means-title">{t('chart.mean')}</p>
      <dl className="lane-means">
        {lane.lines.map(({ key, name, look, points }) => {
          const stats = laneStats(points)
          return (
            <div key={key} style={{ '--sc': look.color }}>
              <dt className="letter">
                <span aria-hidden="true">{look.letter}</span>
                <span className="vh">{name}</span>
              </dt>
              <dd>{stats ? shownText(stats.mean, lane.sensor) : '–'}</dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
