import { defineList, oneOf } from '../../lib/lists/define-list.ts'

export const activities = ['active', 'inactive'] as const

/** Keys of alert types. The page knows which exist; the route is loaded at start and does without their table. */
function someKeys(given: unknown): string[] | undefined {
  const keys = [given]
    .flat()
    .filter((key): key is string => typeof key === 'string' && /^[\w-]{1,40}$/.test(key))
  return keys.length > 0 ? [...new Set(keys)] : undefined
}

export const subscriptionList = defineList({
  path: '/subscriptions',
  sort: ['Name', 'Site'],
  filters: { state: oneOf(activities), type: someKeys },
})

/** The list, which of its two views is shown, and the subscription of which a copy is made. */
export const parseSubscriptionSearch = (given: Record<string, unknown>) => ({
  ...subscriptionList.parse(given),
  view: given.view === 'day' ? ('day' as const) : undefined,
  copy: typeof given.copy === 'string' && given.copy !== '' ? given.copy : undefined,
})
