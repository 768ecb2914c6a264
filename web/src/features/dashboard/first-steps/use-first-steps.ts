import type { DeviceState } from '@eot/contract/devices'
import { subscriptions } from '@eot/contract/subscriptions'
import { users } from '@eot/contract/users'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../lib/api/query.ts'
import { useCurrentSiteId } from '../../../session/current-site.ts'
import { useAllowed, useSession } from '../../../session/use-session.tsx'
import { firstSteps } from './first-steps.ts'

/** Returns the first steps of the current site; undefined until all data they depend on is loaded. */
export function useFirstSteps(devices: readonly DeviceState[]) {
  const query = { SiteId: useCurrentSiteId(), PageSize: 1 }
  const mayTell = useAllowed('ViewSubscriptions')
  const maySeeUsers = useAllowed('ViewUsers')
  const { user } = useSession()
  const told = useQuery({ ...queryOf(subscriptions.list, { query }), enabled: mayTell })
  const people = useQuery({ ...queryOf(users.list, { query }), enabled: maySeeUsers })
  if ((mayTell && !told.data) || (maySeeUsers && !people.data)) return undefined
  return firstSteps({
    hasSecondFactor: user.TwoFactor === 'On',
    devices: devices.length,
    hasReading: devices.some(({ LastSeenAt }) => LastSeenAt !== null),
    subscriptions: told.data?.Total,
    users: people.data?.Total,
  })
}
