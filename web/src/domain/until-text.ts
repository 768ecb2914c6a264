import { clockTime } from '../lib/time/time.ts'
import { dateFormat } from '../texts/date-format.ts'

/** Formats when something ongoing ends: "1:00 PM" today, otherwise "Thu, Nov 19, 3:00 PM". */
export function untilText(instant: string, zone: string, now: number): string {
  const day = dateFormat(zone, { weekday: 'short', day: 'numeric', month: 'short' })
  const [ends, today] = [day.format(Date.parse(instant)), day.format(now)]
  return ends === today ? clockTime(instant, zone) : `${ends}, ${clockTime(instant, zone)}`
}
