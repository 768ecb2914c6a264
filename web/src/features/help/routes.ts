import { CircleHelp } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'

export const helpPages = [
  page(
    '/help',
    { icon: CircleHelp, offered: { in: 'settings' } },
    async () => (await import('./help-page.tsx')).HelpPage,
  ),
] as const
