import { longestReportDays } from '@eot/contract/reports'
import { addDays, dayAt, daysIn, type Period, type PeriodType, periodWith } from './report-period.ts'

export interface PeriodWish {
  type: PeriodType | 'Custom'
  day?: string | undefined
  lastDay?: string | undefined
}

/** The first day that may have data. */
const earliest = '2000-01-01'

/** Returns the requested period, or why there is no report for it. */
export function choosePeriod(
  { type, day, lastDay }: PeriodWish,
  now: number,
  timeZone: string,
): Period | { field: 'day' | 'lastDay'; problem: string } {
  const today = dayAt(now, timeZone)
  if (day !== undefined && day > today) return { field: 'day', problem: 'Must not be in the future' }
  if (day !== undefined && day < earliest) return { field: 'day', problem: `Must not be before ${earliest}` }
  if (type !== 'Custom') {
    if (lastDay !== undefined) return { field: 'lastDay', problem: 'Only for a chosen period' }
    return periodWith(type, day ?? addDays(periodWith(type, today).firstDay, -1))
  }
  const firstDay = day ?? addDays(today, -1)
  const period = { firstDay, lastDay: lastDay ?? firstDay }
  if (period.lastDay < firstDay) return { field: 'lastDay', problem: 'Must not be before the first day' }
  if (period.lastDay > today) return { field: 'lastDay', problem: 'Must not be in the future' }
  if (daysIn(period) > longestReportDays)
    return { field: 'lastDay', problem: `A report covers at most ${longestReportDays} days` }
  return period
}
