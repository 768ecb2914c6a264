import type { ScheduleEntry } from '@eot/contract/schedule'
import { Bell } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWeekTime } from '../../domain/windows/use-week-time.ts'
import { hoursText, windowHour } from '../../domain/windows/window-words.ts'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { classNames } from '../../ui/class-names.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { type Block, blocksOf, isAlways } from './calendar.ts'
import { DayChoice } from './day-choice.tsx'
import { eventsText } from './type-words.ts'

/** Below this width, one day is shown at a time. */
const weekFromPx = 620
const hourLabels = [0, 3, 6, 9, 12, 15, 18, 21]

/** The week with a block for each window. Hours are in the time zone of each alert's site. */
export function WeekCalendar({ entries }: { entries: readonly ScheduleEntry[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const isNarrow = useNarrow(box, weekFromPx)
  const now = useWeekTime()
  const [chosen, setChosen] = useState(now.day)
  const days = isNarrow ? [chosen] : weekdays
  const always = entries.filter(isAlways)
  return (
    <section className="card calendar" aria-label={t('schedule.week')} ref={box}>
      {isNarrow && <DayChoice day={chosen} onChange={setChosen} />}
      {always.length > 0 && (
        <div className="always">
          <small className="always-label">{t('schedule.always')}</small>
          <ul>
            {always.map((entry) => (
              <li key={entry.Subscription.Id} className="always-rule">
                <Bell className="icon icon-sm" aria-hidden="true" />
                <b>{entry.Subscription.Name}</b> <span className="muted">{eventsText(entry)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="week" style={{ '--days': days.length } as object}>
        <div className="hours" aria-hidden="true">
          {hourLabels.map((hour) => (
            <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
              {windowHour(hour)}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <section key={day} aria-labelledby={`day-${day}`} className="day">
            <h2 id={`day-${day}`} className={day === now.day ? 'now' : undefined}>
              {weekdayName(day, isNarrow ? 'long' : 'short')}
            </h2>
            <Day blocks={blocksOf(entries, day)} now={day === now.day ? now.hour : undefined} />
          </section>
        ))}
      </div>
      <p className="foot">{t('schedule.clocks')}</p>
    </section>
  )
}

function Day({ blocks, now }: { blocks: readonly Block[]; now: number | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="track">
      {blocks.length === 0 && <p className="vh">{t('schedule.nothing')}</p>}
      <ul>
        {blocks.map((block) => (
          <li
            key={`${block.entry.Subscription.Id} ${block.start}`}
            className={classNames(
              'block',
              block.runsOn && 'to',
              block.fromDayBefore && 'from',
              block.end - block.start < 2 && 'short',
            )}
            style={{
              top: `${(block.start / 24) * 100}%`,
              height: `${((block.end - block.start) / 24) * 100}%`,
              left: `${(block.place / block.places) * 100}%`,
              width: `${100 / block.places}%`,
            }}
            title={`${block.entry.Subscription.Name}, ${hoursText(block.entry)}`}
          >
            <b>{block.entry.Subscription.Name}</b>
            <span>{hoursText(block.entry)}</span>
            <span className="events">{eventsText(block.entry)}</span>
          </li>
        ))}
      </ul>
      {now !== undefined && <i className="now-line" style={{ top: `${(now / 24) * 100}%` }} />}
    </div>
  )
}
