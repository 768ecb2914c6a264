import './activity.css'
import './year-calendar.css'
import type { AlertSeries } from '@eot/contract/alert-counts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { dateFormat } from '../../texts/date-format.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useFoldedNav } from '../use-folded-nav.ts'
import type { Activity } from './activity.ts'
import { shadeOf } from './shade.ts'
import { busiestDay, type CalendarDay, type CalendarWeek, calendarOf } from './year-days.ts'

interface YearCalendarProps {
  /** The alerts of each day since the beginning of the year. */
  series: AlertSeries
  activity: Activity
}

/** The number of alerts that started on each day of the year, week by week. A day links to the list of its alerts. */
export function YearCalendar({ series, activity }: YearCalendarProps) {
  const { t } = useTranslation()
  const isNarrow = useFoldedNav()
  const { zone } = activity
  const points = series.Series[0]?.Points ?? []
  const weeks = calendarOf(points, zone)
  const busiest = busiestDay(points)
  const total = points.reduce((sum, [, count]) => sum + count, 0)
  const shown = { weeks, most: busiest?.count ?? 0, activity }
  return (
    <>
      {isNarrow ? <WeeksDown {...shown} /> : <WeeksAcross {...shown} />}
      <p className="muted year-foot">
        {t('activity.yearTotal', { count: total })}
        {busiest && (
          <> {t('activity.busiest', { day: dayName(busiest.startMs, zone), count: busiest.count })}</>
        )}
      </p>
    </>
  )
}

interface WeeksProps {
  weeks: readonly CalendarWeek[]
  /** The alerts of the busiest day. */
  most: number
  activity: Activity
}

function WeeksAcross({ weeks, most, activity }: WeeksProps) {
  const { t } = useTranslation()
  return (
    <table className="year">
      <caption className="vh">{t('activity.year')}</caption>
      <thead>
        <tr>
          <td />
          {weeks.map((week, at) => (
            <th key={week.startMs} scope="col">
              <MonthName week={week} before={weeks[at - 1]} zone={activity.zone} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday, row) => (
          <tr key={weekday}>
            <th scope="row">
              {/* Every other name, so that they are not crowded. */}
              <span className={row % 2 === 1 ? 'vh' : undefined}>{weekdayName(weekday, 'short')}</span>
            </th>
            {weeks.map((week) => (
              <td key={week.startMs}>
                <Day day={week.days[row]} most={most} activity={activity} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The layout for narrow screens: the newest weeks first, and the others on demand. */
function WeeksDown({ weeks, most, activity }: WeeksProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const begun = weeks.filter(({ days }) => days.some((day) => day && day.count !== null)).toReversed()
  return (
    <>
      <table className="year down">
        <caption className="vh">{t('activity.year')}</caption>
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
              <th scope="row">
                {dateFormat(activity.zone, { day: 'numeric', month: 'short' }).format(startMs)}
              </th>
              {weekdays.map((weekday, at) => (
                <td key={weekday}>
                  <Day day={days[at]} most={most} activity={activity} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!all && begun.length > weeksAtFirst && (
        <Button variant="ghost" onClick={() => setAll(true)}>
          {t('activity.wholeYear')}
        </Button>
      )}
    </>
  )
}

const weeksAtFirst = 6

const dayName = (ms: number, zone: string) =>
  dateFormat(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(ms)

/** The name of the month, visible above its first week only. Screen readers announce it for each week. */
function MonthName({
  week,
  before,
  zone,
}: {
  week: CalendarWeek
  before: CalendarWeek | undefined
  zone: string
}) {
  const name = ({ startMs }: CalendarWeek) => dateFormat(zone, { month: 'short' }).format(startMs)
  if (before && name(before) === name(week)) return <span className="vh">{dayName(week.startMs, zone)}</span>
  return name(week)
}

function Day({ day, most, activity }: { day: CalendarDay | undefined; most: number; activity: Activity }) {
  const { t } = useTranslation()
  if (!day) return null
  if (!day.count) return <span className={classNames('heat', day.count === null && 'to-come')} />
  const label = t('activity.day', { count: day.count, day: dayName(day.startMs, activity.zone) })
  return (
    <Link
      to="/alerts"
      search={{ searchFilters: activity.listed({ startTime: day.startMs, endTime: day.endMs }) }}
      className="heat"
      data-shade={shadeOf(day.count, most)}
      aria-label={label}
      title={label}
    >
      {day.count}
    </Link>
  )
}
