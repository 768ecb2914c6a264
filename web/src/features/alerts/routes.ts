import { Bell } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseAlertSearch } from './alert-search.ts'

export const alertPages = [
  page(
    '/alerts',
    { icon: Bell, search: parseAlertSearch, wide: true },
    async () => (await import('./alerts-page.tsx')).AlertsPage,
  ),
] as const
