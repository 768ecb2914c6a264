import { subscriptionReach } from '@eot/contract/subscription-reach'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { idsIn } from '../../../domain/terms/term-values.ts'
import { call } from '../../../lib/api/api.ts'
import { useAllowed } from '../../../session/use-session.tsx'
import type { EventValues } from './event-values.ts'

/** Returns the number of devices that the event currently covers. undefined while it is not known. */
export function useDeviceCount(Site: string, { Targets }: Pick<EventValues, 'Targets'>): number | undefined {
  const targets = Targets === 'All' ? [] : Targets
  const body = {
    Site,
    Devices: Targets === 'All' ? ('All' as const) : idsIn(targets, 'devices'),
    Groups: idsIn(targets, 'groups'),
    Sites: idsIn(targets, 'sites'),
    Users: [],
    Lists: [],
    RemindUsers: [],
    RemindLists: [],
  }
  return useQuery({
    queryKey: [subscriptionReach.of.path, body],
    queryFn: ({ signal }) => call(subscriptionReach.of, { body }, { signal }),
    placeholderData: keepPreviousData,
    enabled: useAllowed('ViewSubscriptions'),
  }).data?.DeviceCount
}
