import { Wrench } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { maintenanceList } from './maintenance-list.ts'

export const maintenancePages = [
  page(
    '/site/maintenance',
    { icon: Wrench, search: maintenanceList.parse, wide: true },
    async () => (await import('./maintenance-page.tsx')).MaintenancePage,
  ),
] as const
