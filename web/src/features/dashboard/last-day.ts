import { constants } from '@eot/contract/constants'

const minuteMs = 60_000

/**
 * The day shown on the dashboard. It ends with the minute that contains `nowMs`, so that an alert just raised is
 * included.
 */
export function lastDay(nowMs: number): { fromMs: number; toMs: number } {
  const toMs = Math.floor(nowMs / minuteMs) * minuteMs + minuteMs
  return { fromMs: toMs - constants.recentAlertsHours * 60 * minuteMs, toMs }
}
