import { CircleUser } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'

export const accountPages = [
  page(
    '/account-info',
    { icon: CircleUser, offered: { in: 'settings' } },
    async () => (await import('./account-page.tsx')).AccountPage,
  ),
  page('/change-password', {}, async () => (await import('./change-password-page.tsx')).ChangePasswordPage),
] as const
