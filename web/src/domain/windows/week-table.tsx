import './week-table.css'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { classNames } from '../../ui/class-names.ts'
import { cardsBelowPx } from '../../ui/data-table.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { hourSpan } from '../terms/week-strip.tsx'
import { byRecord, type RecordWindow, type WeekRow } from './by-record.ts'
import { useWeekTime } from './use-week-time.ts'
import { hoursText } from './window-words.ts'

interface WeekTableProps {
  windows: readonly RecordWindow[]
  label: string
  /** The heading of the first column. */
  title: string
  /** The name of a row as a link. */
  link: (row: WeekRow) => ReactNode
  /** Why a row is currently silent. */
  state: (row: WeekRow) => ReactNode
  isSilent: (row: WeekRow) => boolean
}

/** The hours of records in the week. On a phone, one day at a time. */
export function WeekTable({ windows, label, title, ...cells }: WeekTableProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, cardsBelowPx)
  const now = useWeekTime()
  const [chosen, setChosen] = useState(now.day)
  const days = isNarrow ? [chosen] : weekdays
  return (
    <div ref={box}>
      {isNarrow && (
        <div className="day-choice">
          <Segments
            fill
            label={t('subscriptions.byDay.day')}
            value={String(chosen)}
            options={weekdays.map((day) => ({
              value: String(day),
              text: (
                <>
                  <span aria-hidden="true">{weekdayName(day, 'narrow')}</span>
                  <span className="vh">{weekdayName(day, 'long')}</span>
                </>
              ),
            }))}
            onChange={(day) => setChosen(Number(day))}
          />
        </div>
      )}
      <table className="by-day" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {days.map((day) => (
              <th key={day} scope="col" className={day === now.day ? 'now' : undefined}>
                {weekdayName(day, isNarrow ? 'long' : 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byRecord(windows).map((row) => (
            <Row key={row.id} row={row} days={days} now={now} {...cells} />
          ))}
        </tbody>
      </table>
      <p className="by-day-foot">{t('subscriptions.byDay.foot')}</p>
    </div>
  )
}

interface RowProps extends Pick<WeekTableProps, 'link' | 'state' | 'isSilent'> {
  row: WeekRow
  days: readonly number[]
  now: { day: number; hour: number }
}

function Row({ row, days, now, link, state, isSilent }: RowProps) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">
        {link(row)}
        <small className="truncate">{row.site}</small>
        {state(row)}
      </th>
      {days.map((day) => {
        const parts = row.parts.filter((part) => part.day === day)
        return (
          <td key={day}>
            {parts.length === 0 && <span className="vh">{t('subscriptions.byDay.none')}</span>}
            {parts.map(({ start, end, fromDayBefore, runsOn }) => {
              const hours = hoursText({ StartTime: start, EndTime: end })
              const text = fromDayBefore
                ? t('subscriptions.byDay.fromBefore', { hours })
                : runsOn
                  ? t('subscriptions.byDay.runsOn', { hours })
                  : hours
              return (
                <span
                  key={start}
                  className={classNames(
                    'part',
                    runsOn && 'to',
                    fromDayBefore && 'from',
                    isSilent(row) && 'off',
                  )}
                  style={hourSpan(start, end)}
                  title={text}
                >
                  <span className="vh">{text}</span>
                </span>
              )
            })}
            {day === now.day && <u style={{ left: `${(now.hour / 24) * 100}%` }} />}
          </td>
        )
      })}
    </tr>
  )
}
