import { hourName, weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { t } from '../../texts/i18n.ts'
import { listText } from '../../texts/lists.ts'
import { type Hours, isOvernight, isWholeDay, type WeekWindow } from './week-window.ts'

/** "7 AM", "7:30 AM" or "07:00". */
export const windowHour = (hour: number) => hourName(hour).replace(/:00(?= [AP]M$)/, '')

/** "7 AM–7 PM", "8 PM–6 AM the next morning" or "all day". */
export function hoursText(hours: Hours): string {
  if (isWholeDay(hours)) return t('subscriptions.when.allDay')
  const span = { from: windowHour(hours.StartTime), to: windowHour(hours.EndTime) }
  return t(isOvernight(hours) ? 'subscriptions.when.overnight' : 'subscriptions.when.span', span)
}

/** "every day", "Mon to Fri", "Tue, Thu and Sat". `days` begins on Sunday. */
export function daysText(days: readonly boolean[]): string {
  const on = weekdays.filter((day) => days[day])
  if (on.length === 7) return t('subscriptions.when.everyDay')
  if (on.length === 0) return t('subscriptions.when.noDay')
  const names = on.map((day) => weekdayName(day, 'short'))
  const places = on.map((day) => weekdays.indexOf(day))
  const isRun = places.every((place, at) => place === (places[0] ?? 0) + at)
  if (isRun && on.length > 2) return t('subscriptions.when.dayRange', { from: names.at(0), to: names.at(-1) })
  return listText(names)
}

export const windowText = (window: WeekWindow) => `${daysText(window.Days)} ${hoursText(window)}`
