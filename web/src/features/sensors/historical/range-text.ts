import { clockTime, dayText } from '../../../lib/time/time.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { dayStart } from '../../../texts/zoned-time.ts'

/** "Tue, Nov 17 – Mon, Nov 23" for whole days, otherwise with the times. Ends no later than the present. */
export function rangeText({ startTime, endTime }: TimeRange, zone: string, now: number): string {
  const end = Math.min(endTime, now)
  const isWhole = dayStart(startTime, zone) === startTime && (endTime > now || dayStart(end, zone) === end)
  const day = (ms: number) => dayText(ms, zone, now)
  const [first, last] = [day(startTime), day(Math.max(startTime, end - 1))]
  if (isWhole) return first === last ? first : `${first} – ${last}`
  const [from, to] = [clockTime(startTime, zone), clockTime(end, zone)]
  return first === last ? `${first}, ${from} – ${to}` : `${first}, ${from} – ${last}, ${to}`
}
