import { Ban } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { blockList } from './block-list.ts'

export const blacklistPages = [
  page(
    '/admin/blacklist',
    { icon: Ban, search: blockList.parse, wide: true },
    async () => (await import('./blacklist-page.tsx')).BlacklistPage,
  ),
] as const
