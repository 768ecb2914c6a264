import '../../domain/alert-counts/activity.css'
import '../../domain/alert-counts/year-calendar.css'
import { bandOf, type RatingType, ratingBands } from '@eot/contract/rating-standards'
import { ratings } from '@eot/contract/ratings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CalendarDay, type CalendarWeek, calendarOf } from '../../domain/alert-counts/year-days.ts'
import { Panel } from '../../domain/panel.tsx'
import { gradeOfBand } from '../../domain/ratings/grade-of-band.ts'
import { useFoldedNav } from '../../domain/use-folded-nav.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { rangeOf } from '../../lib/time/time-range.ts'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { dateFormat } from '../../texts/date-format.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { scoredDays } from './scored-days.ts'

const refetchInterval = 300_000
const weeksAtFirst = 6

/** The score of each day of the year. */
export function RatingYear({ siteId, type }: { siteId: string; type: RatingType }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  const { startTime, endTime } = rangeOf('thisyear', zone, now)
  const query = { SiteId: siteId, Type: type, startDate: startTime, endDate: endTime }
  const year = useQuery({
    ...queryOf(ratings.overTime, { query }),
    refetchInterval,
    placeholderData: keepPreviousData,
  })
  const isNarrow = useFoldedNav()
  return (
    <section className="card c12 rating-year">
      <header>
        <h2>{t('ratings.year')}</h2>
        <span className="note">{t(`ratings.type.${type}`)}</span>
      </header>
      <div className="body">
        <Panel query={year} skeleton={<Skeleton height={190} />}>
          {({ Points }) => {
            const weeks = calendarOf(scoredDays(Points, { from: startTime, to: endTime }, zone), zone)
            return isNarrow ? (
              <WeeksDown weeks={weeks} zone={zone} />
            ) : (
              <WeeksAcross weeks={weeks} zone={zone} />
            )
          }}
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

interface WeeksProps {
  weeks: readonly CalendarWeek[]
  zone: string
}

function WeeksAcross({ weeks, zone }: WeeksProps) {
  const { t } = useTranslation()
  const month = ({ startMs }: CalendarWeek) => dateFormat(zone, { month: 'short' }).format(startMs)
  return (
    <table className="year">
      <caption className="vh">{t('ratings.year')}</caption>
      <thead>
        <tr>
          <td />
          {weeks.map((week, at) => {
            const before = weeks[at - 1]
            const isSame = before && month(before) === month(week)
            return (
              <th key={week.startMs} scope="col">
                {isSame ? <span className="vh">{dayName(week.startMs, zone)}</span> : month(week)}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday, row) => (
          <tr key={weekday}>
            <th scope="row">
              <span className={row % 2 === 1 ? 'vh' : undefined}>{weekdayName(weekday, 'short')}</span>
            </th>
            {weeks.map((week) => (
              <td key={week.startMs}>
                <Day day={week.days[row]} zone={zone} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The layout for phones: the newest weeks first, and the others on demand. */
function WeeksDown({ weeks, zone }: WeeksProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const begun = weeks.filter(({ days }) => days.some((day) => day && day.count !== null)).toReversed()
  return (
    <>
      <table className="year down">
        <caption className="vh">{t('ratings.year')}</caption>
        <thead>
          <tr>
            <td />
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                {weekdayName(weekday, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {begun.slice(0, all ? undefined : weeksAtFirst).map(({ startMs, days }) => (
            <tr key={startMs}>
              <th scope="row">{dateFormat(zone, { day: 'numeric', month: 'short' }).format(startMs)}</th>
              {weekdays.map((weekday, at) => (
                <td key={weekday}>
                  <Day day={days[at]} zone={zone} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!all && begun.length > weeksAtFirst && (
        <Button variant="ghost" onClick={() => setAll(true)}>
          {t('ratings.wholeYear')}
        </Button>
      )}
    </>
  )
}

const dayName = (ms: number, zone: string) =>
  dateFormat(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(ms)

function Day({ day, zone }: { day: CalendarDay | undefined; zone: string }) {
  const { t } = useTranslation()
  if (!day) return null
  if (day.count === null) return <span className="heat to-come" />
  const name = dayName(day.startMs, zone)
  if (day.count < 0) {
    const label = t('ratings.yearNone', { day: name })
    return <span className="heat none" role="img" aria-label={label} title={label} />
  }
  const band = bandOf(day.count)
  const label = t('ratings.yearDay', { day: name, score: day.count, band: t(`ratings.band.${band}`) })
  return (
    <span className={`heat ${gradeOfBand(band)}`} title={label}>
      <span className="vh">{label}</span>
      <span aria-hidden="true">{day.count}</span>
    </span>
  )
}
