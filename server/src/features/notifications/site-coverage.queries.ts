import { channels } from '@eot/contract/channels'
import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { candidateQueries } from './candidates.queries.ts'
import { coverageQueries, type KindRow } from './coverage.queries.ts'
import { type CoveringRule, coverageOf, tellsOfStarts, type WeekSpan } from './coverage.ts'
import { findGates } from './gates.queries.ts'

export interface CoveredSite {
  id: string
  name: string
  timeZone: string
  kinds: KindRow[]
  /** The names of the devices of which nobody is told at some hour. */
  unheardNames: KindRow['names']
  spans: WeekSpan[]
}

interface Asked {
  scope: Scope
  search: string | undefined
  /** A key. */
  alertType: string | undefined
  slice: Slice
  now: Date
}

/** Finds who would be told of an alert at each site, with the current subscriptions and people. */
export async function findCoverage(db: Kysely<Database>, asked: Asked): Promise<CoveredSite[]> {
  const { scope, search, alertType, slice, now } = asked
  const queries = coverageQueries(db)
  const sites = await queries.listSites(scope, search, slice)
  const kinds = await queries.listKinds(sites.map(({ id }) => id))
  const named = [...new Set(kinds.flatMap(({ ruleIds }) => ruleIds))]
  const rules = (await queries.listRules(named)).filter((rule) => tellsOfStarts(rule, alertType, now))
  const receivers = await candidateQueries(db).listReceivers(
    rules.map(({ id }) => id),
    1,
  )
  const people = await candidateQueries(db).findPeople([...new Set(receivers.map(({ userId }) => userId))])
  const gateOf = await findGates(db, [...people.values()], now)
  const reaches = (userId: string, path: string): boolean => {
    const person = people.get(userId)
    return person !== undefined && channels.some((channel) => gateOf(person, path, channel) === null)
  }
  const usersOf = Map.groupBy(receivers, ({ subscriptionId }) => subscriptionId)
  const kindsOf = Map.groupBy(kinds, ({ siteId }) => siteId)
  return sites.map(({ path, ...site }) => {
    const reached = rules.map((rule): [string, CoveringRule] => {
      const users = (usersOf.get(rule.id) ?? []).map(({ userId }) => userId)
      return [rule.id, { ...rule, userIds: new Set(users.filter((id) => reaches(id, path))) }]
    })
    const own = kindsOf.get(site.id) ?? []
    const covering = new Map(reached)
    return {
      ...site,
      kinds: own,
      unheardNames: own
        .filter((kind) => coverageOf([kind], covering).some(({ unheard }) => unheard > 0))
        .flatMap(({ names }) => names),
      spans: coverageOf(own, covering),
    }
  })
}
