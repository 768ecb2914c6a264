import type { Subscription } from '@eot/contract/subscriptions'
import { weekdayFields } from '@eot/contract/weekdays'
import { weekdays } from '../../lib/time/weekdays.ts'

/**
 * From StartTime until before EndTime on the clocks of the alert's site: 0 to 24, fractions allowed. Equal: the whole
 * day. After EndTime: overnight, counted to the weekday on which it starts.
 */
export type Hours = Pick<Subscription, 'StartTime' | 'EndTime'>

export interface WeekWindow extends Hours {
  /** Whether the window starts on each weekday, from Sunday. */
  Days: readonly boolean[]
}

/** A part of a window within one day. */
export interface DayPart {
  /** 0 is Sunday. */
  day: number
  start: number
  end: number
  /** The morning of a window that started the evening before. */
  fromDayBefore: boolean
  /** Continues after midnight. */
  runsOn: boolean
}

export const daysOf = (subscription: Pick<Subscription, (typeof weekdayFields)[number]>): boolean[] =>
  weekdayFields.map((day) => subscription[day])

/** Returns whether it continues after midnight. */
export const isOvernight = ({ StartTime, EndTime }: Hours) => StartTime > EndTime && EndTime > 0

export const isWholeDay = ({ StartTime, EndTime }: Hours) =>
  StartTime === EndTime || (StartTime === 0 && EndTime === 24)

/** Splits the window into days; overnight windows are split at midnight. */
export function dayParts({ StartTime, EndTime, Days }: WeekWindow): DayPart[] {
  const runsOn = isOvernight({ StartTime, EndTime })
  return Days.flatMap((isOn, day) => {
    if (!isOn) return []
    if (isWholeDay({ StartTime, EndTime }))
      return [{ day, start: 0, end: 24, fromDayBefore: false, runsOn: false }]
    const end = StartTime < EndTime ? EndTime : 24
    const first = { day, start: StartTime, end, fromDayBefore: false, runsOn }
    if (!runsOn) return [first]
    return [first, { day: (day + 1) % 7, start: 0, end: EndTime, fromDayBefore: true, runsOn: false }]
  })
}

/** Returns how many hours per week the window is open. */
export function weekHours({ Days, ...hours }: WeekWindow): number {
  const { start, end } = spanOf(hours)
  return (end - start) * Days.filter(Boolean).length
}

/** Edges of the grid move in half hours. */
export const step = 0.5

/** Returns the window in hours from the midnight before it starts, so that an end after 24 is on the next day. */
export function spanOf(hours: Hours): { start: number; end: number } {
  if (isWholeDay(hours)) return { start: 0, end: 24 }
  const { StartTime: start, EndTime } = hours
  return { start, end: EndTime > start ? EndTime : EndTime + 24 }
}

const within = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)
const snap = (hour: number) => Math.round(hour / step) * step

/** Moves the start. The end stays; the window remains longer than zero and shorter than a day. */
export function moveStart(hours: Hours, to: number): Hours {
  const { end } = spanOf(hours)
  const start = within(Math.max(0, end - 24 + (end > 24 ? step : 0)), snap(to), Math.min(end, 24) - step)
  return { StartTime: start, EndTime: hours.EndTime === hours.StartTime ? 24 : hours.EndTime }
}

/** Moves the end, counted from the midnight before the start. */
export function moveEnd(hours: Hours, to: number): Hours {
  const { start } = spanOf(hours)
  const end = within(start + step, snap(to), start === 0 ? 24 : start + 24 - step)
  return { StartTime: start, EndTime: end > 24 ? end - 24 : end }
}

interface Corner {
  day: number
  hour: number
}

/** Returns the window of a rectangle drawn over days, in the order of the grid, and hours. */
export function drawnWindow(from: Corner, to: Corner): WeekWindow {
  const rows = [weekdays.indexOf(from.day), weekdays.indexOf(to.day)].sort((a, b) => a - b)
  const [first = 0, last = 0] = rows
  const drawn = weekdays.slice(first, last + 1)
  const [low, high] = [Math.min(from.hour, to.hour), Math.max(from.hour, to.hour)]
  const StartTime = within(0, Math.floor(low / step) * step, 24 - step)
  const EndTime = within(StartTime + step, Math.ceil(high / step) * step, 24)
  return { StartTime, EndTime, Days: weekdayFields.map((_, day) => drawn.includes(day)) }
}

const on = (...days: number[]) => weekdayFields.map((_, day) => days.includes(day))

/** Windows that many subscriptions have. */
export const presets = {
  schoolDay: { StartTime: 7, EndTime: 19, Days: on(1, 2, 3, 4, 5) },
  lessons: { StartTime: 8, EndTime: 15, Days: on(1, 2, 3, 4, 5) },
  nights: { StartTime: 19, EndTime: 7, Days: on(0, 1, 2, 3, 4, 5, 6) },
  weekends: { StartTime: 0, EndTime: 24, Days: on(0, 6) },
  always: { StartTime: 0, EndTime: 24, Days: on(0, 1, 2, 3, 4, 5, 6) },
} satisfies Record<string, WeekWindow>
export type PresetName = keyof typeof presets

export const isSameWindow = (one: WeekWindow, other: WeekWindow) =>
  JSON.stringify([spanOf(one), one.Days]) === JSON.stringify([spanOf(other), other.Days])
