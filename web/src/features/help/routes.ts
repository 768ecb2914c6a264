import { CircleHelp } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { readGuide } from './guide/chapters.ts'

export const helpPages = [
  page(
    '/help',
    {
      icon: CircleHelp,
      offered: { in: 'settings' },
      search: readGuide,
      titlePart: (search) => readGuide(search).guide,
    },
    async () => (await import('./help-page.tsx')).HelpPage,
  ),
] as const
