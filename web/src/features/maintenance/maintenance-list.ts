import { defineList, oneOf } from '../../lib/lists/define-list.ts'

export const periods = ['Now', 'Planned', 'Past'] as const

export const maintenanceList = defineList({
  path: '/site/maintenance',
  sort: ['Period'],
  filters: { period: oneOf(periods) },
})
