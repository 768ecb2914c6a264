import { lists } from '@eot/contract/user-lists'
import { type User, users } from '@eot/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { reachOfUser } from '../../domain/reach-of-user.ts'
import { type Candidates, candidates, mostFound } from '../../domain/terms/use-candidates.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import type { Receiver } from './subscription-values.ts'

/**
 * Finds people and lists of a site and its sub-sites that match a search. Users who may not see others find lists, and
 * themselves.
 */
export function useReceivers(SiteId: string, search: string): Candidates<Receiver> {
  const query = { SiteId, search: search || undefined, PageSize: mostFound, IsActive: true }
  const seesPeople = useAllowed('ViewUsers')
  const options = { placeholderData: keepPreviousData }
  const people = useQuery({ ...queryOf(users.list, { query }), ...options, enabled: seesPeople })
  const self = useQuery({ ...queryOf(users.me), enabled: !seesPeople })
  const named = useQuery({ ...queryOf(lists.list, { query }), ...options })
  const isAsked = ({ FullName, Site }: User) =>
    Site.Id === SiteId && FullName.toLowerCase().includes(search.toLowerCase())
  const foundSelf = self.data ? [self.data].filter(isAsked) : []
  const foundPeople = seesPeople ? (people.data?.Items ?? []) : foundSelf
  const peopleCount = seesPeople ? (people.data?.Total ?? 0) : foundSelf.length
  return candidates(
    [seesPeople ? people : self, named],
    () => [
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
    ],
    peopleCount + (named.data?.Total ?? 0),
  )
}
