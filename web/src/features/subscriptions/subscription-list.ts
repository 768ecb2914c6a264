import { alertTypes } from '@eot/contract/vocabulary'
import { defineList, oneOf, someOf } from '../../lib/lists/define-list.ts'

export const activities = ['active', 'inactive'] as const
export const typeKeys = alertTypes.map(({ Key }) => Key)

export const subscriptionList = defineList({
  path: '/subscriptions',
  sort: ['Name', 'Site'],
  filters: { state: oneOf(activities), type: someOf(typeKeys) },
})

const readView = oneOf(['day'])

/** The list, which of its two views is shown, and the subscription of which a copy is made. */
export const parseSubscriptionSearch = (given: Record<string, unknown>) => ({
  ...subscriptionList.parse(given),
  view: readView(given.view),
  copy: typeof given.copy === 'string' && given.copy !== '' ? given.copy : undefined,
})

/** The filters of the list as the API names them. */
export const filterQuery = ({
  state,
  type,
}: {
  state?: (typeof activities)[number] | undefined
  type?: string[] | undefined
}) => ({
  IsActive: state && state === 'active',
  alertType: type && alertTypes.filter(({ Key }) => type.includes(Key)).map(({ Id }) => Id),
})
