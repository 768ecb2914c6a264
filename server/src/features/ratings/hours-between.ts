import { zoneClock } from '../time-zones/index.ts'
import { hourMs } from './rate-hours.ts'

/** Returns the starts of the hours that begin in [from, to), in epoch ms, by the clock of a zone, and the end of the last one. */
export function hoursBetween(from: number, to: number, timeZone: string): { starts: number[]; end: number } {
  const clock = zoneClock(timeZone)
  const starts: number[] = []
  // If clocks change by half an hour, an hour may be shorter. The next hour is the one that contains its usual end.
  let at = clock.hourStart(from)
  if (at < from) at = clock.hourStart(at + hourMs)
  while (at < to) {
    starts.push(at)
    at = clock.hourStart(at + hourMs)
  }
  return { starts, end: at }
}
