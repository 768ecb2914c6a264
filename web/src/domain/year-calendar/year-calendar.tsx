import '../heat-cell.css'
import './year-calendar.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { dateFormat } from '../../texts/date-format.ts'
import { Button } from '../../ui/button.tsx'
import { useFoldedNav } from '../use-folded-nav.ts'
import {
  type CalendarDay,
  type CalendarWeek,
  calendarOf,
  type DayValues,
  type PastDay,
  yearDayName,
} from './year-days.ts'

interface YearCalendarProps {
  /** The value of each day since the beginning of the year, without gaps. */
  days: DayValues
  zone: string
  /** Draws a day that has begun as an element of the class `heat`. `name` is its date in words. */
  cell: (day: PastDay, name: string) => ReactNode
}

/** The days of a year, week by week: side by side, or, on narrow screens, one below the other. */
export function YearCalendar({ days, zone, cell }: YearCalendarProps) {
  const isNarrow = useFoldedNav()
  const shown = { weeks: calendarOf(days, zone), zone, cell }
  return isNarrow ? <WeeksDown {...shown} /> : <WeeksAcross {...shown} />
}

interface WeeksProps extends Pick<YearCalendarProps, 'zone' | 'cell'> {
  weeks: readonly CalendarWeek[]
}

function WeeksAcross({ weeks, zone, cell }: WeeksProps) {
  const { t } = useTranslation()
  return (
    <table className="year">
      <caption className="vh">{t('year.title')}</caption>
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
              {/* Every other name, so that they are not crowded. */}
              <span className={row % 2 === 1 ? 'vh' : undefined}>{weekdayName(weekday, 'short')}</span>
            </th>
            {weeks.map((week) => (
              <td key={week.startMs}>{dayCell(week.days[row], zone, cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const weeksAtFirst = 6

/** The layout for narrow screens: the newest weeks first, and the others on demand. */
function WeeksDown({ weeks, zone, cell }: WeeksProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const begun = weeks.filter(({ days }) => days.some((day) => day && day.value !== null)).toReversed()
  return (
    <>
      <table className="year down">
        <caption className="vh">{t('year.title')}</caption>
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
                <td key={weekday}>{dayCell(days[at], zone, cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!all && begun.length > weeksAtFirst && (
        <Button variant="ghost" onClick={() => setAll(true)}>
          {t('year.whole')}
        </Button>
      )}
    </>
  )
}

interface MonthNameProps {
  week: CalendarWeek
  before: CalendarWeek | undefined
  zone: string
}

/** Shows the month above its first week. Above every other week, there is a date for screen readers only. */
function MonthName({ week, before, zone }: MonthNameProps) {
  const name = ({ startMs }: CalendarWeek) => dateFormat(zone, { month: 'short' }).format(startMs)
  if (before && name(before) === name(week))
    return <span className="vh">{yearDayName(week.startMs, zone)}</span>
  return name(week)
}

function dayCell(day: CalendarDay | undefined, zone: string, cell: YearCalendarProps['cell']): ReactNode {
  if (!day) return null
  const { value } = day
  if (value === null) return <span className="heat to-come" />
  return cell({ ...day, value }, yearDayName(day.startMs, zone))
}
