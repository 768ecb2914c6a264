import type { AnswerOf } from '@eot/contract/endpoint'
import { subscriptionReach } from '@eot/contract/subscription-reach'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { bodyOf, type SubscriptionValues } from './subscription-values.ts'

export type Reach = AnswerOf<typeof subscriptionReach.of>

/** Reads which devices the subscription in the form covers, and which of its receivers can be notified. */
export function useReach(Site: string, values: SubscriptionValues): UseQueryResult<Reach> {
  const { Devices, Groups, Sites, Users, Lists, RemindUsers, RemindLists } = bodyOf(values)
  const body = { Site, Devices, Groups, Sites, Users, Lists, RemindUsers, RemindLists }
  return useQuery({
    queryKey: [subscriptionReach.of.path, body],
    queryFn: ({ signal }) => call(subscriptionReach.of, { body }, { signal }),
    placeholderData: keepPreviousData,
  })
}
