import { CornerDownRight } from 'lucide-react'
import { Fragment, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { classNames } from '../../ui/class-names.ts'
import { useGridDrag } from './use-grid-drag.ts'
import { hourSpan } from './week-strip.tsx'
import {
  type DayPart,
  dayParts,
  type Hours,
  moveEnd,
  moveStart,
  spanOf,
  step,
  type WeekWindow,
} from './week-window.ts'
import { windowHour } from './window-words.ts'

interface WeekGridProps {
  window: WeekWindow
  onChange: (window: WeekWindow) => void
}

const axis = [0, 6, 12, 18, 24]

/** The week, a row a day. Windows are drawn and moved with a pointer, the edges of the first one with keys. */
export function WeekGrid({ window, onChange }: WeekGridProps) {
  const { t } = useTranslation()
  const { grip, track } = useGridDrag(window, onChange)
  const parts = dayParts(window)
  const firstDay = weekdays.find((day) => window.Days[day])
  const setHours = (hours: Hours) => onChange({ ...window, ...hours })
  return (
    <fieldset className={classNames('week-grid', grip && 'dragged')}>
      <legend className="vh">{t('subscriptions.editor.grid')}</legend>
      <div className="axis" aria-hidden="true">
        {axis.map((hour) => (
          <span key={hour}>{windowHour(hour)}</span>
        ))}
      </div>
      {weekdays.map((day) => (
        <Fragment key={day}>
          <span className={classNames('day', !window.Days[day] && 'off')} aria-hidden="true">
            {weekdayName(day, 'short')}
          </span>
          <div className={classNames('track', (day === 0 || day === 6) && 'weekend')} {...track(day)}>
            {parts
              .filter((part) => part.day === day)
              .map((part) => (
                <Part key={part.start} part={part} window={window} />
              ))}
            {day === firstDay && <Handles window={window} onHours={setHours} />}
          </div>
        </Fragment>
      ))}
    </fieldset>
  )
}

function Part({
  part: { start, end, fromDayBefore, runsOn },
  window,
}: {
  part: DayPart
  window: WeekWindow
}) {
  const { t } = useTranslation()
  const text = fromDayBefore
    ? t('subscriptions.editor.endsAt', { time: windowHour(window.EndTime) })
    : windowHour(start)
  return (
    <span
      className={classNames('part', runsOn && 'to', fromDayBefore && 'from')}
      style={hourSpan(start, end)}
      aria-hidden="true"
    >
      {!fromDayBefore && <i className="edge start" data-grip="start" />}
      {fromDayBefore && <CornerDownRight className="icon" />}
      <span className="text">{text}</span>
      {!runsOn && <i className="edge end" data-grip={fromDayBefore ? 'morning' : 'end'} />}
    </span>
  )
}

/** Both edges as sliders, for the keyboard and screen readers. */
function Handles({ window, onHours }: { window: WeekWindow; onHours: (hours: Hours) => void }) {
  const { t } = useTranslation()
  const { start, end } = spanOf(window)
  const at = (hour: number) =>
    hour > 24 ? t('subscriptions.editor.nextMorning', { time: windowHour(hour - 24) }) : windowHour(hour)
  const startTo = (hour: number) => onHours(moveStart(window, hour))
  const endTo = (hour: number) => onHours(moveEnd(window, hour))
  return (
    <>
      <span
        role="slider"
        tabIndex={0}
        className="handle"
        style={{ left: `${(start / 24) * 100}%` }}
        data-grip="start"
        aria-label={t('subscriptions.editor.startHandle')}
        aria-valuemin={0}
        aria-valuemax={24}
        aria-valuenow={start}
        aria-valuetext={at(start)}
        onKeyDown={(event) => onArrow(event, start, startTo)}
      />
      <span
        role="slider"
        tabIndex={0}
        className="handle"
        style={{ left: `${(Math.min(end, 24) / 24) * 100}%` }}
        data-grip="end"
        aria-label={t('subscriptions.editor.endHandle')}
        aria-valuemin={0}
        aria-valuemax={48}
        aria-valuenow={end}
        aria-valuetext={at(end)}
        onKeyDown={(event) => onArrow(event, end, endTo)}
      />
    </>
  )
}

/** Arrows move by half an hour, Page Up and Page Down by three hours. */
function onArrow(event: KeyboardEvent, from: number, moveTo: (hour: number) => void) {
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: step,
    ArrowUp: step,
    ArrowLeft: -step,
    ArrowDown: -step,
    PageUp: 3,
    PageDown: -3,
  }
  const by = moves[event.key]
  if (by === undefined) return
  event.preventDefault()
  moveTo(from + by)
}
