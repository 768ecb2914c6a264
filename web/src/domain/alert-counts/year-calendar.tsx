import './activity.css'
import './year-calendar.css'
import type { AlertSeries } from '@eot/contract/alert-counts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { dateFormat } from '../../texts/date-format.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Activity } from './activity.ts'
import { shadeOf } from './shade.ts'
import { busiestDay, type CalendarDay, type CalendarWeek, calendarOf } from './year-days.ts'

interface YearCalendarProps {
  /** The alerts of each day since the beginning of the year. */
  series: AlertSeries
  activity: Activity
}

/** How many alerts started on each day of the year, week by week. A day leads to the list of its alerts. */
export function YearCalendar({ series, activity }: YearCalendarProps) {
  const { t } = useTranslation()
  const { zone } = activity
  const points = series.Series[0]?.Points ?? []
  const weeks = calendarOf(points, zone)
  const busiest = busiestDay(points)
  const total = points.reduce((sum, [, count]) => sum + count, 0)
  const place = useRef<HTMLElement>(null)
  // Where there is no room for the year, its last weeks are in view.
  useEffect(() => {
    const box = place.current
    const today = box?.querySelector('td .to-come')?.parentElement
    if (box && today) box.scrollLeft = today.offsetLeft - box.clientWidth + 2 * today.offsetWidth
  }, [])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="year-place" ref={place} tabIndex={0} aria-label={t('activity.year')}>
        <table className="year">
          <caption className="vh">{t('activity.year')}</caption>
          <thead>
            <tr>
              <td />
              {weeks.map((week, at) => (
                <th key={week.startMs} scope="col">
                  <MonthName week={week} before={weeks[at - 1]} zone={zone} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday, row) => (
              <tr key={weekday}>
                <th scope="row">
                  <span aria-hidden={row % 2 === 1}>{row % 2 === 0 && weekdayName(weekday, 'short')}</span>
                  {row % 2 === 1 && <span className="vh">{weekdayName(weekday, 'short')}</span>}
                </th>
                {weeks.map((week) => (
                  <td key={week.startMs}>
                    <Day day={week.days[row]} most={busiest?.count ?? 0} activity={activity} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="muted year-foot">
        {t('activity.yearTotal', { count: total })}
        {busiest && (
          <> {t('activity.busiest', { day: dayName(busiest.startMs, zone), count: busiest.count })}</>
        )}
      </p>
    </>
  )
}

const dayName = (ms: number, zone: string) =>
  dateFormat(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(ms)

/** Above the first week of each month. */
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
  if (before && name(before) === name(week)) return null
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
