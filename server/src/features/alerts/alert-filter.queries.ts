import type { RangeMode } from '@eot/contract/alerts'
import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { findPlaces, searchMatches } from './alert-search.queries.ts'
import { anyOf } from './any-of.queries.ts'
import { type LocalClocks, readClocks, startedAt } from './local-start.queries.ts'
import type { AlertSearch } from './search-terms.ts'

export interface AlertFilter {
  typeKeys?: string[] | undefined
  /** Types whose alerts are left out. */
  notTypeKeys?: string[] | undefined
  severities?: string[] | undefined
  deviceIds?: string[] | undefined
  groupIds?: string[] | undefined
  /** Sites of the scope, without those below them. */
  siteIds?: string[] | undefined
  confirmed?: boolean | undefined
  ongoing?: boolean | undefined
  fromInclusive?: Date | undefined
  toExclusive?: Date | undefined
  /** What must be in the range: any moment while the alert was open, or its start. Default: Open. */
  rangeBy?: RangeMode | undefined
  /** Matches alerts that had started before this instant and had not ended by then. */
  openAt?: Date | undefined
  /** When the alert was raised, in `timeZone` or else in the time zone of the alert's site; 0 is Sunday. */
  daysOfWeek?: number[] | undefined
  hoursOfDay?: number[] | undefined
  timeZone?: string | undefined
  /** Matches the texts of a row: names, comments, and the names of its type, severity and disposition. */
  search?: AlertSearch | undefined
}

/** Returns whether a filter sets nothing but these fields. */
export const hasOnly = (filter: AlertFilter, names: readonly string[]): boolean =>
  Object.entries(filter).every(([name, value]) => value === undefined || names.includes(name))

const eb = expressionBuilder<Database, 'alert'>()

/** Looks up the devices and sites of a search, so that the statements of a request can share the result. */
export async function withPlaces(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
): Promise<AlertFilter> {
  const { search } = filter
  if (!search || search.places) return filter
  return { ...filter, search: { ...search, places: await findPlaces(db, scope, search.text) } }
}

/**
 * Returns the condition for alerts that satisfy every given filter; a list matches any of its members. `clocks` are read if they are
 * needed and not given.
 */
export async function matchesFilter(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
  clocks?: LocalClocks,
): Promise<Expression<SqlBool>> {
  const others = await matchesOthers(db, scope, filter, clocks)
  if (!filter.search) return others
  const { matches } = await searchMatches(db, scope, filter.search)
  return eb.and([others, eb.or(matches.flatMap(({ conditions }) => conditions))])
}

/** Returns conditions of which each alert that satisfies the filter satisfies exactly one. They use indexes for a search. */
export async function disjointMatches(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
  clocks?: LocalClocks,
): Promise<Expression<SqlBool>[]> {
  const others = await matchesOthers(db, scope, filter, clocks)
  if (!filter.search) return [others]
  const { matches, isIndexed } = await searchMatches(db, scope, filter.search)
  if (!isIndexed) return [eb.and([others, eb.or(matches.flatMap(({ conditions }) => conditions))])]
  return matches.flatMap(({ conditions }, at) => {
    const isNoFormer = matches.slice(0, at).map(({ condition }) => sql<SqlBool>`(${condition}) is not true`)
    return conditions.map((one) => eb.and([others, one, ...isNoFormer]))
  })
}

/** All filters but the search. */
async function matchesOthers(
  db: Kysely<Database>,
  scope: Scope,
  filter: AlertFilter,
  clocks?: LocalClocks,
): Promise<Expression<SqlBool>> {
  const matches = eb.and([
    isRaisedIn(scope),
    ...conditions(filter),
    ...when(filter.groupIds, (ids) => inGroups(ids, scope)),
  ])
  if (!filter.daysOfWeek && !filter.hoursOfDay) return matches
  return eb.and([matches, ...startedAt(filter, clocks ?? (await readClocks(db, scope, filter.timeZone)))])
}

/** The conditions of a filter that depend neither on the scope, nor on time zones, nor on names. */
export function conditions(filter: AlertFilter): Expression<SqlBool>[] {
  return [
    ...anyOf(eb.ref('alert.type_key'), filter.typeKeys, 'text'),
    ...when(filter.notTypeKeys, (keys) => sql<SqlBool>`alert.type_key <> all(${sql.val(keys)}::text[])`),
    ...anyOf(eb.ref('alert.severity'), filter.severities, 'text'),
    ...anyOf(eb.ref('alert.device_id'), filter.deviceIds, 'uuid'),
    ...anyOf(eb.ref('alert.site_id'), filter.siteIds, 'uuid'),
    ...when(filter.confirmed, (confirmed) => eb('alert.confirmed', '=', confirmed)),
    ...when(filter.ongoing, (ongoing) => eb('alert.ended_at', ongoing ? 'is' : 'is not', null)),
    ...when(filter.toExclusive, (instant) => eb('alert.started_at', '<', instant)),
    ...when(filter.fromInclusive, (instant) =>
      filter.rangeBy === 'Start'
        ? eb('alert.started_at', '>=', instant)
        : eb.or([eb('alert.ended_at', 'is', null), eb('alert.ended_at', '>', instant)]),
    ),
    ...when(filter.openAt, wasOpenAt),
  ]
}

/**
 * Splits a filter for alerts that were open within a period into those that started in it and those that were open when it
 * began. Each alert matches one of the filters. PostgreSQL can use an index for each part, but none for both together.
 */
export function disjointFilters(filter: AlertFilter): AlertFilter[] {
  const { fromInclusive, rangeBy } = filter
  if (fromInclusive === undefined || rangeBy === 'Start') return [filter]
  return [
    { ...filter, rangeBy: 'Start' },
    { ...filter, fromInclusive: undefined, openAt: fromInclusive },
  ]
}

/**
 * Alerts that last longer are in the index alert__long_by_end. All other alerts that were open at an instant ended within this
 * time after it.
 */
const shortAlertMs = 4 * 3_600_000
/** The last instant of a Date. */
const latestMs = 8.64e15

function wasOpenAt(instant: Date): Expression<SqlBool> {
  const endedLater = eb('alert.ended_at', '>', instant)
  const shortlyAfter = new Date(Math.min(instant.getTime() + shortAlertMs, latestMs))
  return eb.and([
    eb('alert.started_at', '<', instant),
    eb.or([
      eb('alert.ended_at', 'is', null),
      eb.and([endedLater, eb('alert.ended_at', '<=', shortlyAfter)]),
      eb.and([endedLater, sql<SqlBool>`alert.ended_at - alert.started_at > interval '4 hours'`]),
    ]),
  ])
}

/** Returns the condition for alerts raised at the sites of a scope. Uses the index on the number of the site path. */
export function isRaisedIn(scope: Scope): Expression<SqlBool> {
  if (scope.includesAllSites) return sql<SqlBool>`true`
  return sql<SqlBool>`alert.site_path_no in (
    select raised.no from alert_site_path raised where ${inScope(sql.ref('raised.path'), scope)})`
}

function when<T>(
  wanted: T | undefined,
  condition: (wanted: T) => Expression<SqlBool>,
): Expression<SqlBool>[] {
  return wanted === undefined ? [] : [condition(wanted)]
}

/** Matches devices of groups within the scope, whatever site the devices belong to now. */
function inGroups(ids: readonly string[], scope: Scope): Expression<SqlBool> {
  return sql<SqlBool>`alert.device_id in (
    select member.device_id from device_group_device member
    join device_group on device_group.id = member.device_group_id
    join site on site.id = device_group.site_id
    where device_group.id = any(${sql.val(ids)}::uuid[]) and ${inScope(sql.ref('site.path'), scope)})`
}
