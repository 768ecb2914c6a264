import { defineList } from '../../lib/lists/define-list.ts'
import { deviceFilters } from './device-filters.ts'

/** The form of the open device is shown. */
const isTrue = (given: unknown): true | undefined => (given === true ? true : undefined)

export const deviceList = defineList({
  path: '/devices',
  sort: ['Name', 'Mac', 'Site', 'LastSeenAt'],
  filters: { ...deviceFilters, edit: isTrue },
  openAs: 'deviceId',
})
export type DeviceSortField = (typeof deviceList.sort)[number]
