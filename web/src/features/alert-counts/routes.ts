import { Bell, ChartColumn } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseActivitySearch } from './activity-search.ts'

const load = async () => (await import('./alert-activity-page.tsx')).AlertActivityPage

export const activityPages = [
  page('/devices/alert-activity', { icon: Bell, search: parseActivitySearch }, load),
] as const

/** The same page among the reports, for roles that see reports. */
export const reportActivityPages = [
  page('/reports/alert-activity', { icon: ChartColumn, search: parseActivitySearch }, load),
] as const
