import { Mail } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { emailList } from './email-list.ts'

export const logPages = [
  page(
    '/admin/notifications',
    { icon: Mail, search: emailList.parse, wide: true },
    async () => (await import('./email-log-page.tsx')).EmailLogPage,
  ),
] as const
