import { emailStatuses, emailTypes } from '@eot/contract/logs'
import { defineList, oneOf, someOf } from '../../lib/lists/define-list.ts'

export const emailList = defineList({
  path: '/admin/notifications',
  sort: ['CreatedAt', 'Receiver', 'Type', 'Status'],
  order: 'desc',
  filters: { status: oneOf(emailStatuses), type: someOf(emailTypes) },
  openAs: 'mail',
})
export type EmailSortField = (typeof emailList.sort)[number]
