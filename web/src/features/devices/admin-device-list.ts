import { defineList, oneOf } from '../../lib/lists/define-list.ts'
import { deviceFilters } from './device-filters.ts'

export const adminDeviceViews = ['devices', 'inventory', 'models'] as const
export type AdminDeviceView = (typeof adminDeviceViews)[number]

export const adminDeviceList = defineList({
  path: '/admin/devices',
  sort: ['Name', 'Mac', 'Site', 'LastSeenAt'],
  filters: { ...deviceFilters, view: oneOf(adminDeviceViews) },
})
