import { History } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { auditList } from './audit-list.ts'

export const auditPages = [
  page(
    '/admin/audit',
    { icon: History, search: auditList.parse, wide: true },
    async () => (await import('./audit-page.tsx')).AuditPage,
  ),
] as const
