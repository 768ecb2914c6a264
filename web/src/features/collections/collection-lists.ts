import { defineList, oneOf } from '../../lib/lists/define-list.ts'

export const activities = ['active', 'inactive'] as const

export const groupList = defineList({
  path: '/site/device-groups',
  sort: ['Name', 'Site', 'DeviceCount'],
  filters: { state: oneOf(activities) },
})

export const userListList = defineList({
  path: '/site/user-lists',
  sort: ['Name', 'Site', 'UserCount'],
  filters: { state: oneOf(activities) },
})

/** The filter `IsActive` of the API. */
export const isActiveOf = (state: (typeof activities)[number] | undefined): boolean | undefined =>
  state && state === 'active'
