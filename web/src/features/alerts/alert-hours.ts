import { dateFormat } from '../../texts/date-format.ts'
import type { AlertFilters } from './alert-search.ts'

export interface HoursFilterProps {
  hours: AlertFilters['hours']
  days: AlertFilters['days']
  onChange: (change: Pick<AlertFilters, 'hours' | 'days'>) => void
}

/** Monday first; 0 is Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** Any Sunday, to derive weekday names from. */
const someSunday = Date.UTC(2026, 10, 15, 12)
export const weekdayName = (day: number, style: 'short' | 'long') =>
  dateFormat('UTC', { weekday: style }).format(someSunday + day * 86_400_000)

/** The 24 hours from `first` on, as options of a select box; with a `step`, every second, third … of them (spec 9). */
export const hourOptions = (first: number, step = 1) =>
  Array.from({ length: Math.ceil(24 / step) }, (_, at) => first + at * step).map((hour) => ({
    value: String(hour),
    text: hourName(hour),
  }))

/** In 12-hour or 24-hour format, as the reader prefers (spec 5). */
export const hourName = (hour: number) =>
  dateFormat('UTC', { hour: '2-digit', minute: '2-digit' }).format(Date.UTC(2026, 0, 1, hour % 24))
