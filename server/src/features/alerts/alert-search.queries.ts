import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { contains, containsInLower } from '../../platform/db/search.queries.ts'
import { anyOf } from './any-of.queries.ts'
import { hasMoreSites } from './few-sites.queries.ts'
import type { AlertSearch, Named, NamedPlaces } from './search-terms.ts'

const eb = expressionBuilder<Database, 'alert'>()

/** With more names, the names of each alert are compared. */
const mostNamed = 10_000
/** The few alerts of so few sites are compared sooner than the names of all devices are searched. */
const fewSites = 100
/** Trigram indexes find nothing shorter. */
const leastIndexed = 3

/** One kind of match, such as by the name of the device. */
interface SearchMatch {
  /** Alerts with this kind of match satisfy exactly one. PostgreSQL can use an index for each, if there is one. */
  conditions: Expression<SqlBool>[]
  /** The same as one condition without a list of matches. */
  condition: Expression<SqlBool>
}

interface SearchMatches {
  /** The kinds of matches. An alert that the search finds may have several. */
  matches: SearchMatch[]
  /** Whether there is an index for each condition. PostgreSQL cannot use them if conditions are joined. */
  isIndexed: boolean
}

/**
 * Returns the conditions of a search. Types, severities and dispositions are only compared if their names match, so that rows
 * are not read in vain.
 */
export async function searchMatches(
  db: Kysely<Database>,
  scope: Scope,
  search: AlertSearch,
): Promise<SearchMatches> {
  const { text, typeKeys, severities, dispositions } = search
  const { devices, sites } = search.places ?? (await findPlaces(db, scope, text))
  const matches = [
    ...matchIfAny(eb.ref('alert.type_key'), typeKeys),
    ...matchIfAny(eb.ref('alert.severity'), severities),
    ...matchIfAny(eb.ref('alert.disposition'), dispositions),
    ...nameMatch(eb.ref('alert.device_id'), devices, contains(eb.ref('alert.device_name'), text), 'uuid'),
    ...nameMatch(eb.ref('alert.site_path_no'), sites, contains(eb.ref('alert.site_name'), text), 'int'),
    textMatch(contains(eb.ref('alert.comment'), text)),
    textMatch(contains(eb.ref('alert.confirmed_by_name'), text)),
  ]
  const areNamed = typeKeys.length + severities.length + dispositions.length > 0
  const isIndexed = devices !== undefined && sites !== undefined && !areNamed
  return { matches, isIndexed }
}

/** Finds the devices and sites of a scope whose names contain the text. */
export async function findPlaces(db: Kysely<Database>, scope: Scope, text: string): Promise<NamedPlaces> {
  const useNames =
    text.length >= leastIndexed && (await hasIndexes(db)) && (await hasMoreSites(db, scope, fewSites))
  if (!useNames) return { devices: undefined, sites: undefined }
  const [devices, sites] = await Promise.all([
    findNamed(db, { table: 'alert_device_name', key: 'device_id' }, text, sql<SqlBool>`true`),
    findNamed(db, { table: 'alert_site_name', key: 'site_path_no' }, text, isPathIn(scope)),
  ])
  return { devices, sites }
}

/** Whether the extension for trigrams was available (decision 054). */
async function hasIndexes(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('alert__lower_comment') is not null as has`.execute(db)
  return rows[0]?.has ?? false
}

const textMatch = (condition: Expression<SqlBool>): SearchMatch => ({ conditions: [condition], condition })

const matchIfAny = (value: Expression<unknown>, named: readonly string[]): SearchMatch[] =>
  conditionsIfAny(value, named, 'text').map(textMatch)

/** Returns a match if any name matches. */
function nameMatch(
  key: Expression<unknown>,
  named: readonly Named[] | undefined,
  hasName: Expression<SqlBool>,
  type: 'uuid' | 'int',
): SearchMatch[] {
  if (!named) return [textMatch(hasName)]
  const keysOf = (always: boolean) => named.filter((one) => one.always === always).map((one) => one.key)
  const conditions = [
    ...conditionsIfAny(key, keysOf(true), type),
    // Named differently in some of its alerts.
    ...conditionsIfAny(key, keysOf(false), type).map((isOne) => eb.and([isOne, hasName])),
  ]
  return conditions.length > 0 ? [{ conditions, condition: hasName }] : []
}

const conditionsIfAny = (
  value: Expression<unknown>,
  named: readonly (string | number)[],
  type: 'text' | 'uuid' | 'int',
): Expression<SqlBool>[] => (named.length > 0 ? anyOf(value, named, type) : [])

interface NameTable {
  table: 'alert_device_name' | 'alert_site_name'
  key: 'device_id' | 'site_path_no'
}

/** Returns the devices or site paths whose name contains the text, if `isWanted`; undefined if more than `mostNamed`. */
async function findNamed(
  db: Kysely<Database>,
  { table, key }: NameTable,
  text: string,
  isWanted: Expression<SqlBool>,
): Promise<Named[] | undefined> {
  const [names, id] = [sql.table(table), sql.ref(key)]
  const { rows } = await sql<Named>`
    select named.${id} as key, not exists (
      select from ${names} other where other.${id} = named.${id} and other.name <> named.name) as always
    from ${names} named
    where ${containsInLower(sql.ref('named.name'), text)} and ${isWanted}
    limit ${mostNamed + 1}`.execute(db)
  return rows.length > mostNamed ? undefined : rows
}

/** The condition that the path of a site is in the scope. */
const isPathIn = (scope: Scope): Expression<SqlBool> =>
  scope.includesAllSites
    ? sql<SqlBool>`true`
    : sql<SqlBool>`named.site_path_no in (
        select no from alert_site_path where ${inScope(sql.ref('path'), scope)})`
