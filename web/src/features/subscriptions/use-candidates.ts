import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { lists } from '@eot/contract/user-lists'
import { type User, users } from '@eot/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSiteChoices } from '../../domain/use-site-choices.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import { reachOfUser } from './reach.ts'
import type { Receiver, Target, TargetKind } from './subscription-values.ts'

/** How many matches of a search are offered. */
const mostFound = 30

interface Found {
  /** Where to find it, or whom it reaches. */
  detail: string
}

/** Devices, groups or sites of a site and its sub-sites that match a search. undefined while loading. */
export function useTargets(kind: TargetKind, SiteId: string, search: string): (Target & Found)[] | undefined {
  const query = { SiteId, search: search || undefined, PageSize: mostFound }
  const options = { placeholderData: keepPreviousData }
  const foundDevices = useQuery({
    ...queryOf(devices.list, { query }),
    ...options,
    enabled: kind === 'devices',
  })
  const foundGroups = useQuery({
    ...queryOf(groups.list, { query: { ...query, IsActive: true } }),
    ...options,
    enabled: kind === 'groups',
  })
  const sites = useSiteChoices(SiteId).groups[0].items
  if (kind === 'sites')
    return sites
      .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
      .slice(0, mostFound)
      .map(({ value, name, above }) => ({ Id: value, Name: name, kind, detail: above }))
  if (kind === 'groups')
    return foundGroups.data?.Items?.map(({ Id, Name, DeviceCount }) => ({
      Id,
      Name,
      kind,
      detail: t('subscriptions.say.count.devices', { count: DeviceCount }),
    }))
  // Devices of the inventory belong to no site.
  return foundDevices.data?.Items?.filter(({ Site }) => Site !== null).map(({ Id, Name, Site }) => ({
    Id,
    Name,
    kind,
    detail: Site?.Name ?? '',
  }))
}

/**
 * People and lists of a site and its sub-sites that match a search. undefined while loading. Users who may not see others
 * find lists, and themselves.
 */
export function useReceivers(SiteId: string, search: string): (Receiver & Found)[] | undefined {
  const query = { SiteId, search: search || undefined, PageSize: mostFound, IsActive: true }
  const seesPeople = useAllowed('ViewUsers')
  const options = { placeholderData: keepPreviousData }
  const people = useQuery({ ...queryOf(users.list, { query }), ...options, enabled: seesPeople })
  const self = useQuery({ ...queryOf(users.me), enabled: !seesPeople })
  const named = useQuery({ ...queryOf(lists.list, { query }), ...options })
  if ((seesPeople ? people : self).isPending || named.isPending) return undefined
  const isAsked = ({ FullName, Site }: User) =>
    Site.Id === SiteId && FullName.toLowerCase().includes(search.toLowerCase())
  const foundPeople = people.data?.Items ?? (self.data ? [self.data].filter(isAsked) : [])
  return [
    ...(named.data?.Items ?? []).map(({ Id, Name, UserCount: count, ReachableCount: reached }) => ({
      Id,
      Name,
      kind: 'list' as const,
      detail: t('subscriptions.editor.listReach', { count, reached }),
    })),
    ...foundPeople.map((user) => ({
      Id: user.Id,
      Name: user.FullName,
      kind: 'user' as const,
      detail: t(`subscriptions.editor.reach.${reachOfUser(user)}`),
    })),
  ]
}
