import '../../ui/chart/chart.css'
import { forecast, type ScoredDay } from '@eot/contract/forecast'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { SensorName } from '../../domain/sensors/sensor-look.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { shownUnit } from '../../lib/units.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { useSession } from '../../session/use-session.tsx'
import { useWidth } from '../../ui/chart/use-width.ts'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DayBars } from './day-bars.tsx'
import {
  dateText,
  isInside,
  missText,
  oneDecimal,
  percentBetter,
  qualityOf,
  shownHours,
} from './forecast-words.ts'

/** The actual alerts of the last day, beside the forecast. */
export function YesterdayCard({ day }: { day: ScoredDay }) {
  const { t } = useTranslation()
  const most = Math.max(2, ...day.Hours.map(({ High80, Count }) => Math.max(High80, Count)))
  return (
    <section className="card">
      <header>
        <h2>{t('forecast.yesterday')}</h2>
        <span className="note">{dateText(day.Date)}</span>
        <div className="end">
          <Chip tone={isInside(day) ? 'ok' : 'outline'}>
            {t(isInside(day) ? 'forecast.inside' : 'forecast.outside')}
          </Chip>
        </div>
      </header>
      <div className="body">
        <p>
          <b>{t('forecast.came', { count: day.Count, mean: oneDecimal(day.Mean) })}</b>{' '}
          <span className="muted">({t('forecast.range', { low: day.Low80, high: day.High80 })})</span>
        </p>
        <DayBars
          {...shownHours([
            { Hours: day.Hours.map((hour) => ({ ...hour, Mean: Math.max(hour.Mean, hour.Count) })) },
          ])}
          hours={day.Hours.map((hour) => ({ ...hour, hour: hour.Hour }))}
          most={most}
          height={190}
          hasAxis
          label={t('forecast.came', { count: day.Count, mean: oneDecimal(day.Mean) })}
        />
      </div>
      <p className="foot">{t('forecast.dots')}</p>
    </section>
  )
}

/** The errors of the forecasts of the last days, beside those of a simple rule. */
export function QualityCard({ scored, isKept }: { scored: readonly ScoredDay[]; isKept: boolean }) {
  const { t } = useTranslation()
  const { days, ours, simple, inside } = qualityOf(scored)
  const better = percentBetter({ ours, simple })
  return (
    <section className="card">
      <header>
        <h2>{t('forecast.quality')}</h2>
        {days > 0 && <span className="note">{t('forecast.qualityDays', { count: days })}</span>}
      </header>
      <div className="body fc-words">
        {days === 0 ? (
          <p className="muted">{t(isKept ? 'forecast.noScore' : 'forecast.filteredScore')}</p>
        ) : (
          <>
            <p>
              {t('forecast.offBy', { ours: oneDecimal(ours), simple: oneDecimal(simple) })}{' '}
              {better > 0 ? t('forecast.better', { share: `${better}%` }) : t('forecast.worse')}
            </p>
            <p>{t('forecast.held', { inside, count: days, expected: Math.round(0.8 * days) })}</p>
            <Hits scored={scored} label={t('forecast.hits', { count: days, inside })} />
          </>
        )}
      </div>
    </section>
  )
}

const hitsHeight = 110

function Hits({ scored, label }: { scored: readonly ScoredDay[]; label: string }) {
  const [box, width] = useWidth<HTMLDivElement>()
  const most = Math.max(2, ...scored.map(({ High80, Count }) => Math.max(High80, Count)))
  const slot = (width - 24) / Math.max(7, scored.length)
  const y = (value: number) => 6 + (1 - value / most) * (hitsHeight - 14)
  return (
    <div className="chart" ref={box} style={{ height: hitsHeight }}>
      {width > 0 && (
        <svg width={width} height={hitsHeight} role="img" aria-label={label}>
          {[0, most].map((value) => (
            <g key={value}>
              <line x1={24} x2={width} y1={y(value)} y2={y(value)} stroke="var(--chart-grid)" />
              <text x={18} y={y(value) + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          {scored.map((day, index) => {
            const center = 24 + (index + 0.5) * slot
            return (
              <g key={day.Date}>
                <title>{`${dateText(day.Date)}: ${day.Count} (${day.Low80}–${day.High80})`}</title>
                <rect
                  className="fc-most"
                  x={center - Math.min(4, slot * 0.32)}
                  width={Math.min(8, slot * 0.64)}
                  y={y(day.High80)}
                  height={Math.max(1.5, y(day.Low80) - y(day.High80))}
                  rx="1.5"
                />
                <circle
                  className={isInside(day) ? 'fc-came' : 'fc-came out'}
                  cx={center}
                  cy={y(day.Count)}
                  r={isInside(day) ? 2.5 : 3.5}
                />
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}

/** The mean error of each forecast, beside that of the simple rule. */
export function ScoresCard({ scored }: { scored: readonly ScoredDay[] }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const SiteId = useCurrentSiteId()
  const query = useQuery(queryOf(forecast.scores, { query: { SiteId } }))
  const alerts = qualityOf(scored)
  const shown = (value: number, unit: string) => missText(value, unit, measurement)
  return (
    <section className="card">
      <header>
        <h2>{t('forecast.scored')}</h2>
      </header>
      <div className="body">
        <Panel query={query} skeleton={<Skeleton height={160} />}>
          {(scores) => (
            <>
              <table className="fc-scores">
                <thead>
                  <tr>
                    <th scope="col">{t('forecast.miss')}</th>
                    <th scope="col">{t('forecast.ours')}</th>
                    <th scope="col">{t('forecast.simple')}</th>
                    <th scope="col">{t('forecast.band')}</th>
                  </tr>
                </thead>
                <tbody>
                  {alerts.days > 0 && (
                    <ScoreRow
                      name={t('forecast.alertsADay')}
                      ours={oneDecimal(alerts.ours)}
                      simple={oneDecimal(alerts.simple)}
                      isBetter={alerts.ours <= alerts.simple}
                      inside={alerts.inside / alerts.days}
                    />
                  )}
                  {scores.map(({ Sensor, Unit, Miss, SimpleMiss, Inside80 }) => (
                    <ScoreRow
                      key={Sensor}
                      name={
                        <>
                          <SensorName sensor={Sensor} />{' '}
                          <span className="muted">{shownUnit(Unit, measurement)}</span>
                        </>
                      }
                      ours={shown(Miss, Unit)}
                      simple={shown(SimpleMiss, Unit)}
                      isBetter={Miss <= SimpleMiss}
                      inside={Inside80}
                    />
                  ))}
                </tbody>
              </table>
              {scores.length === 0 && <p className="muted">{t('forecast.noSensorScores')}</p>}
              <p className="hint">{t('forecast.simpleNote')}</p>
            </>
          )}
        </Panel>
      </div>
    </section>
  )
}

interface ScoreRowProps {
  name: ReactNode
  ours: string
  simple: string
  isBetter: boolean
  inside: number
}

const ScoreRow = ({ name, ours, simple, isBetter, inside }: ScoreRowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td className={classNames(isBetter && 'win')}>{ours}</td>
    <td className={classNames(!isBetter && 'win')}>{simple}</td>
    <td>{Math.round(100 * inside)}%</td>
  </tr>
)
