import { defineList } from '../../lib/lists/define-list.ts'

/** The form of the open device is shown. */
const isTrue = (given: unknown): true | undefined => (given === true ? true : undefined)

export const deviceList = defineList({
  path: '/devices',
  sort: ['Name', 'Mac', 'Site', 'LastSeenAt'],
  filters: { edit: isTrue },
  openAs: 'deviceId',
})
export type DeviceSortField = (typeof deviceList.sort)[number]
