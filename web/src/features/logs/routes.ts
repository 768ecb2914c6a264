import { Mail } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { messageList } from './message-list.ts'

export const logPages = [
  page(
    '/admin/notifications',
    { icon: Mail, search: messageList.parse, wide: true },
    async () => (await import('./message-log-page.tsx')).MessageLogPage,
  ),
] as const
