import type { AlertSeries } from '@eot/contract/alert-counts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Activity } from '../../domain/alert-counts/activity.ts'
import { shadeOf } from '../../domain/alert-counts/shade.ts'
import { YearCalendar } from '../../domain/year-calendar/year-calendar.tsx'
import { type PastDay, yearDayName } from '../../domain/year-calendar/year-days.ts'
import { busiestDay } from './busiest-day.ts'

interface AlertYearProps {
  /** The alerts of each day since the beginning of the year. */
  series: AlertSeries
  activity: Activity
}

/** The number of alerts that started on each day of the year. A day links to the list of its alerts. */
export function AlertYear({ series, activity }: AlertYearProps) {
  const { t } = useTranslation()
  const { zone } = activity
  const days = series.Series[0]?.Points ?? []
  const busiest = busiestDay(days)
  const total = days.reduce((sum, [, count]) => sum + count, 0)
  return (
    <>
      <YearCalendar
        days={days}
        zone={zone}
        cell={(day, name) => <Day day={day} name={name} most={busiest?.count ?? 0} activity={activity} />}
      />
      <p className="muted year-foot">
        {t('activity.yearTotal', { count: total })}
        {busiest && (
          <> {t('activity.busiest', { day: yearDayName(busiest.startMs, zone), count: busiest.count })}</>
        )}
      </p>
    </>
  )
}

interface DayProps {
  day: PastDay
  name: string
  /** The alerts of the busiest day. */
  most: number
  activity: Activity
}

function Day({ day: { startMs, endMs, value: count }, name, most, activity }: DayProps) {
  const { t } = useTranslation()
  if (count === 0) return <span className="heat" />
  const label = t('activity.day', { count, day: name })
  return (
    <Link
      to="/alerts"
      search={{ searchFilters: activity.listed({ startTime: startMs, endTime: endMs }) }}
      className="heat"
      data-shade={shadeOf(count, most)}
      aria-label={label}
      title={label}
    >
      {count}
    </Link>
  )
}
