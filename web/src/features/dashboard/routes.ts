import { LayoutDashboard } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'

export const dashboardPages = [
  page(
    '/dashboard',
    { icon: LayoutDashboard },
    async () => (await import('./dashboard-page.tsx')).DashboardPage,
  ),
] as const
