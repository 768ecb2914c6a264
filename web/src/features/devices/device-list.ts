import { defineList } from '../../lib/lists/define-list.ts'

export const deviceList = defineList({ path: '/devices', sort: ['Name', 'Mac', 'Site', 'LastSeenAt'] })
export type DeviceSortField = (typeof deviceList.sort)[number]
