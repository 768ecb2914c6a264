import { defineList, oneOf } from '../../lib/lists/define-list.ts'

export const blockList = defineList({
  path: '/admin/blacklist',
  sort: ['LastFailureAt', 'Receiver', 'Type', 'BlockedAt'],
  order: 'desc',
  filters: { state: oneOf(['blocked', 'open']), type: oneOf(['Email', 'Text']) },
})
export type BlockSortField = (typeof blockList.sort)[number]
