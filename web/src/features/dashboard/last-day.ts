import { constants } from '@eot/contract/constants'

const minuteMs = 60_000

/** The day the dashboard shows, up to the end of the minute that `nowMs` is in: what was just raised is within it. */
export function lastDay(nowMs: number): { fromMs: number; toMs: number } {
  const toMs = Math.floor(nowMs / minuteMs) * minuteMs + minuteMs
  return { fromMs: toMs - constants.recentAlertsHours * 60 * minuteMs, toMs }
}
