import { Users } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { adminUserList, userList } from './user-list.ts'

export const userPages = [
  page(
    '/users',
    { icon: Users, search: userList.parse, wide: true },
    async () => (await import('./users-page.tsx')).UsersPage,
  ),
] as const

export const adminUserPages = [
  page(
    '/admin/users',
    { icon: Users, search: adminUserList.parse, wide: true },
    async () => (await import('./users-page.tsx')).AdminUsersPage,
  ),
] as const
