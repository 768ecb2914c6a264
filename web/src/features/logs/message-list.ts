import { deliveryStatuses, emailTypes } from '@eot/contract/message-kinds'
import { defineList, oneOf, someOf } from '../../lib/lists/define-list.ts'

export const messageList = defineList({
  path: '/admin/notifications',
  sort: ['CreatedAt', 'Receiver', 'Type', 'Status'],
  order: 'desc',
  // Emails, unless the address names another channel.
  filters: { channel: oneOf(['Text', 'Push']), status: oneOf(deliveryStatuses), type: someOf(emailTypes) },
  tabs: ['channel'],
  openAs: 'mail',
})
export type MessageSortField = (typeof messageList.sort)[number]
