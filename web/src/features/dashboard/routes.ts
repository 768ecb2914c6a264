import { LayoutDashboard } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseDashboardSearch } from './dashboard-search.ts'

export const dashboardPages = [
  page(
    '/dashboard',
    { icon: LayoutDashboard, search: parseDashboardSearch },
    async () => (await import('./dashboard-page.tsx')).DashboardPage,
  ),
] as const
