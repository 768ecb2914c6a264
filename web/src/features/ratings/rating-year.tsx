import { bandOf, type RatingType, ratingBands } from '@eot/contract/rating-standards'
import { ratings } from '@eot/contract/ratings'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { gradeOfBand } from '../../domain/ratings/grade-of-band.ts'
import { YearCalendar } from '../../domain/year-calendar/year-calendar.tsx'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { rangeOf } from '../../lib/time/time-range.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { scoredDays } from './scored-days.ts'

const refetchInterval = 300_000

/** The score of each day of the year. */
export function RatingYear({ siteId, type }: { siteId: string; type: RatingType }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  const { startTime, endTime } = rangeOf('thisyear', zone, now)
  const query = { SiteId: siteId, Type: type, startDate: startTime, endDate: endTime }
  const year = useQuery({
    ...keepingPrevious(queryOf(ratings.overTime, { query })),
    refetchInterval,
  })
  return (
    <section className="card c12 rating-year">
      <header>
        <h2>{t('year.title')}</h2>
        <span className="note">{t(`ratings.type.${type}`)}</span>
      </header>
      <div className="body">
        <Panel query={year} skeleton={<Skeleton height={190} />}>
          {({ Points }) => (
            <YearCalendar
              days={scoredDays(Points, { from: startTime, to: endTime }, zone)}
              zone={zone}
              cell={({ value }, name) => <Day score={value} name={name} />}
            />
          )}
        </Panel>
      </div>
      <div className="foot wrap">
        {ratingBands.map(([band]) => (
          <span key={band} className="key">
            <i className={`heat ${gradeOfBand(band)}`} /> {t(`ratings.key.${band}`)}
          </span>
        ))}
        <span className="key">
          <i className="heat none" /> {t('ratings.none')}
        </span>
        {year.data && (
          <span className="end">
            {t('ratings.yearTotal', {
              count: year.data.Points.length,
              fair: year.data.Points.filter(([, score]) => bandOf(score) === 'Fair').length,
              poor: year.data.Points.filter(([, score]) => bandOf(score) === 'Poor').length,
            })}
          </span>
        )}
      </div>
    </section>
  )
}

function Day({ score, name }: { score: number; name: string }) {
  const { t } = useTranslation()
  if (score < 0) {
    const label = t('ratings.yearNone', { day: name })
    return <span className="heat none" role="img" aria-label={label} title={label} />
  }
  const band = bandOf(score)
  const label = t('ratings.yearDay', { day: name, score, band: t(`ratings.band.${band}`) })
  return (
    <span className={`heat ${gradeOfBand(band)}`} title={label}>
      <span className="vh">{label}</span>
      <span aria-hidden="true">{score}</span>
    </span>
  )
}
