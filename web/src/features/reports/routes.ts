import { CalendarDays, CalendarRange } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseReportSearch } from './report-search.ts'

export const periodReportPages = [
  page(
    '/reports/monthly-report',
    { icon: CalendarDays, search: parseReportSearch },
    async () => (await import('./report-page.tsx')).MonthlyReportPage,
  ),
  page(
    '/reports/weekly-report',
    { icon: CalendarRange, search: parseReportSearch },
    async () => (await import('./report-page.tsx')).WeeklyReportPage,
  ),
] as const
