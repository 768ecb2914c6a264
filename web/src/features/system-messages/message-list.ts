import { severities } from '@eot/contract/vocabulary'
import { defineList, oneOf, someOf } from '../../lib/lists/define-list.ts'

export const periods = ['Current', 'Past'] as const

export const messageList = defineList({
  path: '/admin/system-messages',
  sort: ['StartAt', 'EndAt', 'Severity', 'Title'],
  order: 'desc',
  filters: { period: oneOf(periods), severity: someOf(severities) },
})
export type MessageSortField = (typeof messageList.sort)[number]
