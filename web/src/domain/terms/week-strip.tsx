import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { classNames } from '../../ui/class-names.ts'
import { useWeekTime } from '../windows/use-week-time.ts'
import { dayParts, type WeekWindow } from '../windows/week-window.ts'
import { windowText } from '../windows/window-words.ts'

interface WeekStripProps {
  window: WeekWindow
  /** It currently notifies nobody. */
  off: boolean
}

/** The whole week of a subscription in one line. */
export function WeekStrip({ window, off }: WeekStripProps) {
  const { day: today } = useWeekTime()
  const parts = dayParts(window)
  return (
    <div className="week-strip" role="img" aria-label={windowText(window)}>
      {weekdays.map((day) => (
        <span key={day} className="day">
          <span className={classNames('bar', off && 'off')}>
            {parts
              .filter((part) => part.day === day)
              .map(({ start, end }) => (
                <i key={start} style={hourSpan(start, end)} />
              ))}
          </span>
          <span className={classNames('name', day === today && 'now')}>{weekdayName(day, 'narrow')}</span>
        </span>
      ))}
    </div>
  )
}

/** Returns the position of a part of a day on its track. */
export const hourSpan = (start: number, end: number) => ({
  left: `${(start / 24) * 100}%`,
  width: `${((end - start) / 24) * 100}%`,
})
