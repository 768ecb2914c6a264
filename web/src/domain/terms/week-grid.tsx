import { CornerDownRight } from 'lucide-react'
import { Fragment, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { classNames } from '../../ui/class-names.ts'
import {
  type DayPart,
  dayParts,
  type Hours,
  isOvernight,
  moveEnd,
  moveStart,
  spanOf,
  step,
  type WeekWindow,
} from '../windows/week-window.ts'
import { hoursText, windowHour } from '../windows/window-words.ts'
import { useGridDrag } from './use-grid-drag.ts'
import { hourSpan } from './week-strip.tsx'

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
  // The end of an overnight window is on the next day.
  const endDay = isOvernight(window) && firstDay !== undefined ? (firstDay + 1) % 7 : firstDay
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
            {day === firstDay && <StartHandle window={window} onHours={setHours} />}
            {day === endDay && <EndHandle window={window} onHours={setHours} />}
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
  const isWhole = !fromDayBefore && !runsOn
  return (
    <span
      className={classNames('part', runsOn && 'to', fromDayBefore && 'from')}
      style={hourSpan(start, end)}
      aria-hidden="true"
    >
      {!fromDayBefore && <i className="edge start" data-grip="start" />}
      {fromDayBefore && <CornerDownRight className="icon" />}
      <span className={classNames('text', isWhole && 'start-only')}>{text}</span>
      {isWhole && <span className="text hours">{hoursText(window)}</span>}
      {!runsOn && <i className="edge end" data-grip={fromDayBefore ? 'morning' : 'end'} />}
    </span>
  )
}

interface HandleProps {
  window: WeekWindow
  onHours: (hours: Hours) => void
}

/** The start as a slider, for the keyboard and screen readers. */
function StartHandle({ window, onHours }: HandleProps) {
  const { t } = useTranslation()
  const { start } = spanOf(window)
  return (
    <Handle
      label={t('subscriptions.editor.startHandle')}
      grip="start"
      hour={start}
      most={24}
      text={windowHour(start)}
      onHour={(hour) => onHours(moveStart(window, hour))}
    />
  )
}

/** The end as a slider. Its hours continue past midnight. */
function EndHandle({ window, onHours }: HandleProps) {
  const { t } = useTranslation()
  const { end } = spanOf(window)
  return (
    <Handle
      label={t('subscriptions.editor.endHandle')}
      grip={end > 24 ? 'morning' : 'end'}
      hour={end}
      most={48}
      text={
        end > 24 ? t('subscriptions.editor.nextMorning', { time: windowHour(end - 24) }) : windowHour(end)
      }
      onHour={(hour) => onHours(moveEnd(window, hour))}
    />
  )
}

interface SliderProps {
  label: string
  grip: 'start' | 'end' | 'morning'
  /** Counted from the midnight before the window starts. */
  hour: number
  most: number
  text: string
  onHour: (hour: number) => void
}

function Handle({ label, grip, hour, most, text, onHour }: SliderProps) {
  return (
    <span
      role="slider"
      tabIndex={0}
      className="handle"
      style={{ left: `${((hour > 24 ? hour - 24 : hour) / 24) * 100}%` }}
      data-grip={grip}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={hour}
      aria-valuetext={text}
      onKeyDown={(event) => onArrow(event, hour, onHour)}
    />
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
