import { defineList } from '../../lib/lists/define-list.ts'

export const siteList = defineList({ path: '/site/sub-sites', sort: ['Name', 'City', 'TimeZone'] })
export type SiteSortField = (typeof siteList.sort)[number]
