import { defineList, oneOf } from '../../lib/lists/define-list.ts'
import { oneId } from './request-list.ts'

/** The statuses as in the contract. Not imported from there, since this file is loaded with the first page. */
export const deliveryStatuses = ['Waiting', 'Held', 'Sent', 'Failed', 'Stopped', 'Dropped'] as const

export const deliveryList = defineList({
  path: '/admin/webhooks',
  sort: ['CreatedAt', 'WebhookRequest', 'Status'],
  order: 'desc',
  filters: { status: oneOf(deliveryStatuses), request: oneId, event: oneId },
  openAs: 'delivery',
})

export type DeliverySort = (typeof deliveryList.sort)[number]
