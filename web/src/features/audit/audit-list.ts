import { auditAreas } from '@eot/contract/audit'
import { defineList, oneOf, searchText, someOf } from '../../lib/lists/define-list.ts'

export const periods = ['day', 'week', 'month', 'quarter'] as const
type Period = (typeof periods)[number]

const days: Record<Period, number> = { day: 1, week: 7, month: 30, quarter: 90 }
const hourMs = 3_600_000

export const auditList = defineList({
  path: '/admin/audit',
  sort: ['At'],
  order: 'desc',
  filters: { period: oneOf(periods), area: someOf(auditAreas), actor: searchText, subject: searchText },
  openAs: 'entry',
})
export type AuditSortField = (typeof auditList.sort)[number]

/** Returns the start of a period in epoch ms, rounded to the hour, so that the list is not refetched all the time. */
export const startOf = (period: Period | undefined, now: number): number | undefined =>
  period && Math.floor(now / hourMs) * hourMs - days[period] * 24 * hourMs
