import { dateFormat } from '../../texts/date-format.ts'

/** Monday first; 0 is Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** A Sunday. The names of the weekdays are formatted from it and the days after it. */
const someSunday = Date.UTC(2026, 10, 15, 12)
export const weekdayName = (day: number, style: 'narrow' | 'short' | 'long') =>
  dateFormat('UTC', { weekday: style }).format(someSunday + day * 86_400_000)

/** A time of day in 12-hour or 24-hour format, as the reader prefers (spec 5). Fractions of an hour are minutes. */
export const hourName = (hour: number) =>
  dateFormat('UTC', { hour: '2-digit', minute: '2-digit' }).format(
    Date.UTC(2026, 0, 1) + Math.round((hour % 24) * 60) * 60_000,
  )
