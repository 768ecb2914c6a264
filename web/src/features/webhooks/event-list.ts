import { defineList, oneOf } from '../../lib/lists/define-list.ts'
import { oneId } from './request-list.ts'

export const activities = ['active', 'inactive'] as const

export const eventList = defineList({
  path: '/site/webhooks/events',
  sort: ['Name', 'Site', 'WebhookRequest'],
  filters: { state: oneOf(activities), request: oneId },
})

/** Parses the address: the list, which of its two views is shown, and the webhook event that is being copied. */
export const parseEventSearch = (
  given: Record<string, unknown>,
): ReturnType<typeof eventList.parse> & { view?: 'day' | undefined; copy?: string | undefined } => ({
  ...eventList.parse(given),
  view: given.view === 'day' ? ('day' as const) : undefined,
  copy: oneId(given.copy),
})
