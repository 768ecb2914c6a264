import { CalendarClock } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'

/** Which of the two views is shown, and the alert type of the coverage. */
const parseScheduleSearch = (given: Record<string, unknown>) => ({
  view: given.view === 'coverage' ? ('coverage' as const) : undefined,
  type: typeof given.type === 'string' && /^\w{1,40}$/.test(given.type) ? given.type : undefined,
})

export const schedulePages = [
  page(
    '/my-schedule',
    {
      icon: CalendarClock,
      offered: { in: 'settings' },
      search: parseScheduleSearch,
      wide: true,
      alwaysShown: true,
    },
    async () => (await import('./schedule-page.tsx')).SchedulePage,
  ),
] as const
