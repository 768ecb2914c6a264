import type { AnswerOf, BodyOf } from '@eot/contract/endpoint'
import {
  mostUnreachedMembers,
  type PersonReach,
  type subscriptionReach,
} from '@eot/contract/subscription-reach'
import type { Kysely } from 'kysely'
import { type Caller, hasPermission } from '../../access/caller.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { memberSetNames, membersOf, requireWithin } from '../subscriptions/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import { reachQueries } from './reach.queries.ts'
import { reachOf, type TargetPlace } from './reach.ts'

type Input = BodyOf<typeof subscriptionReach.of>
type Found = AnswerOf<typeof subscriptionReach.of>

/** Throws `…_not_found` for a target or receiver that is missing, foreign or outside the site `scope`. */
export async function findReach(
  db: Kysely<Database>,
  caller: Caller,
  { input, scope }: { input: Input; scope: Scope },
): Promise<Found> {
  const members = membersOf(input)
  for (const name of memberSetNames)
    await requireWithin(db, { path: scope.path, name, ids: members[name], hold: false })
  const targets = { siteId: scope.siteId, all: input.Devices === 'All', ...members }
  const queries = reachQueries(db)
  const lists = await queries.listMembers([...members.lists, ...members.remindLists])
  const named = new Set([...members.users, ...members.remindUsers])
  const told = lists.flatMap((list) => (list.isActive ? list.members : []))
  const people = await findPeople(db, [...new Set([...named, ...told])], await queries.listPlaces(targets))
  const isReached = new Set(people.filter(({ Reason }) => Reason === null).map(({ Id }) => Id))
  return {
    DeviceCount: await queries.countDevices(targets),
    People: shownTo(caller, people, named),
    Lists: lists.map((list) => ({
      Id: list.id,
      IsActive: list.isActive,
      MemberCount: list.members.length,
      ReachableCount: list.isActive ? list.members.filter((id) => isReached.has(id)).length : 0,
    })),
  }
}

async function findPeople(
  db: Kysely<Database>,
  ids: readonly string[],
  places: readonly TargetPlace[],
): Promise<PersonReach[]> {
  const known = await candidateQueries(db).findPeople(ids)
  return (await reachQueries(db).listNames(ids)).flatMap(({ id, name, blocked }) => {
    const person = known.get(id)
    if (!person) return []
    const { channels, reason } = reachOf({ ...person, blocked }, places)
    return { Id: id, FullName: name, Channels: channels, Reason: reason }
  })
}

function shownTo(caller: Caller, people: readonly PersonReach[], named: ReadonlySet<string>): PersonReach[] {
  if (!hasPermission(caller, 'ViewUsers')) return people.filter(({ Id }) => Id === caller.userId)
  const others = people.filter(({ Id, Reason }) => !named.has(Id) && Reason !== null)
  const shown = new Set([...named, ...others.slice(0, mostUnreachedMembers).map(({ Id }) => Id)])
  return people.filter(({ Id }) => shown.has(Id))
}
