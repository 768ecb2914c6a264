import { Boxes, UsersRound } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { groupList, userListList } from './collection-lists.ts'

export const collectionPages = [
  page(
    '/site/device-groups',
    { icon: Boxes, search: groupList.parse, wide: true },
    async () => (await import('./device-groups-page.tsx')).DeviceGroupsPage,
  ),
  page(
    '/site/user-lists',
    { icon: UsersRound, search: userListList.parse, wide: true },
    async () => (await import('./user-lists-page.tsx')).UserListsPage,
  ),
] as const
