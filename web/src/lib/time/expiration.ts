import { dayStart } from '../../texts/zoned-time.ts'
import { fromLocalInput, toLocalInput } from './time-range.ts'

/** Returns the last whole day before an instant, in the zone, such as 2028-08-14. */
export const lastDayBefore = (instant: string, zone: string): string =>
  toLocalInput(Date.parse(instant) - 1, zone).slice(0, 10)

/** Returns the instant at which a day such as 2028-08-14 ends in the zone. Invalid text is returned unchanged. */
export function endOfDay(day: string, zone: string): string {
  const start = fromLocalInput(`${day}T00:00`, zone)
  return start === undefined ? day : new Date(dayStart(start, zone, 1)).toISOString()
}
