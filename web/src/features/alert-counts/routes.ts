import { Bell } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseActivitySearch } from './activity-search.ts'

export const activityPages = [
  page(
    '/devices/alert-activity',
    { icon: Bell, search: parseActivitySearch },
    async () => (await import('./alert-activity-page.tsx')).AlertActivityPage,
  ),
] as const
