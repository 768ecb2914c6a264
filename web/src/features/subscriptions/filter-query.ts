import { alertTypes } from '@eot/contract/vocabulary'
import type { FiltersOf } from '../../lib/lists/define-list.ts'
import type { subscriptionList } from './subscription-list.ts'

export const typeKeys: string[] = alertTypes.map(({ Key }) => Key)

/** Converts the filters of the list to query parameters. */
export const filterQuery = ({ state, type }: FiltersOf<(typeof subscriptionList)['filters']>) => ({
  IsActive: state && state === 'active',
  alertType: type && alertTypes.filter(({ Key }) => type.includes(Key)).map(({ Id }) => Id),
})
