import { defineList, oneOf } from '../../lib/lists/define-list.ts'

export const activities = ['active', 'inactive'] as const

/** Keys of alert types. The page checks which exist; the route is loaded at start, without the table of types. */
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

/** Parses the address: the list, which of its two views is shown, and the subscription that is being copied. */
export const parseSubscriptionSearch = (given: Record<string, unknown>) => ({
  ...subscriptionList.parse(given),
  view: given.view === 'day' ? ('day' as const) : undefined,
  copy: typeof given.copy === 'string' && given.copy !== '' ? given.copy : undefined,
})
