import type { DayValues } from '../../domain/year-calendar/year-days.ts'

/** Returns the day with the most alerts, or the first of several. undefined: there are no alerts. */
export function busiestDay(days: DayValues): { startMs: number; count: number } | undefined {
  const most = Math.max(0, ...days.map(([, count]) => count))
  const found = days.find(([, count]) => count === most)
  return found && most > 0 ? { startMs: found[0], count: most } : undefined
}
