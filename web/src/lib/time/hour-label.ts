import { dateFormat, shownClock } from '../../texts/date-format.ts'

/**
 * The label of an hour on an axis of hours, in the clock of the reader: 00 to 23, or 12 AM, 1 to 11, 12 PM, 1 to 11. The other
 * hours of a half have no room for its name.
 */
export function hourLabel(hour: number): string {
  if (shownClock() === '24h') return String(hour).padStart(2, '0')
  if (hour % 12 !== 0) return String(hour % 12)
  return dateFormat('UTC', { hour: '2-digit' }).format(Date.UTC(2026, 0, 1, hour))
}
