import { lists } from '@eot/contract/user-lists'
import { users } from '@eot/contract/users'
import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../../lib/api/query.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { isReached, type Reach, reachOfUser } from './reach.ts'
import type { Receiver } from './subscription-values.ts'

/** More people than this are not looked up. */
const mostPeople = 60

export interface PersonReach {
  id: string
  name: string
  reach: Reach
}

interface Reached {
  /** People who are told, each once, as far as they are known: by themselves or as members of lists. */
  people: PersonReach[]
  /** The members of each list by its id. */
  members: ReadonlyMap<string, readonly string[]>
}

/** How each receiver is reached, from the people and lists themselves. Those the user may not read are left out. */
export function useReach(receivers: readonly Receiver[]): Reached {
  const listIds = receivers.filter(({ kind }) => kind === 'list').map(({ Id }) => Id)
  const found = useQueries({
    queries: listIds.map((id) => ({ ...queryOf(lists.get, { params: { id } }), retry: false })),
  })
  const seesPeople = useAllowed('ViewUsers')
  const members = new Map(
    found.flatMap(({ data }) => (data ? [[data.Id, data.Users.map(({ Id }) => Id)] as const] : [])),
  )
  const userIds = receivers.filter(({ kind }) => kind === 'user').map(({ Id }) => Id)
  const ids = [...new Set([...userIds, ...[...members.values()].flat()])].slice(0, mostPeople)
  const people = useQueries({
    queries: ids.map((id) => ({
      ...queryOf(users.get, { params: { id } }),
      enabled: seesPeople,
      retry: false,
    })),
  })
  return {
    members,
    people: people.flatMap(({ data }) =>
      data ? [{ id: data.Id, name: data.FullName, reach: reachOfUser(data) }] : [],
    ),
  }
}

export const unreached = (people: readonly PersonReach[]) => people.filter(({ reach }) => !isReached(reach))
