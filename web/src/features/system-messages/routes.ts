import { Megaphone } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { messageList } from './message-list.ts'

export const systemMessagePages = [
  page(
    '/admin/system-messages',
    { icon: Megaphone, search: messageList.parse, wide: true },
    async () => (await import('./system-messages-page.tsx')).SystemMessagesPage,
  ),
  page('/announcements', {}, async () => (await import('./announcements-page.tsx')).AnnouncementsPage),
] as const
