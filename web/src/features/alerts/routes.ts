import { Bell, TableProperties } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseAlertSearch } from './alert-search.ts'
import { parseReportSearch } from './report/report-search.ts'

const options = { icon: Bell, search: parseAlertSearch, wide: true }
const load = async () => (await import('./alerts-page.tsx')).AlertsPage

const readCode = (given: Record<string, unknown>) => ({
  code: typeof given.code === 'string' ? given.code : undefined,
})

export const alertPages = [
  page('/alerts', options, load),
  page(
    '/confirm-alert',
    { search: readCode, alwaysShown: true },
    async () => (await import('./confirm-link-page.tsx')).ConfirmLinkPage,
  ),
] as const

export const reportAlertPages = [
  page(
    '/reports/alerts',
    { icon: TableProperties, search: parseReportSearch, wide: true },
    async () => (await import('./report/alert-report-page.tsx')).AlertReportPage,
  ),
] as const

/** The same page for system administrators, whose own site is the root of the tree. */
export const adminAlertPages = [page('/admin/alerts', options, load)] as const
