import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { contains, containsInLower } from '../../platform/db/search.queries.ts'
import { anyOf } from './any-of.queries.ts'
import type { AlertSearch } from './search-terms.ts'

const eb = expressionBuilder<Database, 'alert'>()

/** With more names, the names of each alert are compared. */
const mostNamed = 10_000
const mostSites = 100
/** Trigram indexes find nothing shorter. */
const leastIndexed = 3

interface SearchConditions {
  /** Alerts of the scope that match satisfy at least one. */
  any: Expression<SqlBool>[]
  /** Whether PostgreSQL can use an index for each, which it cannot if they are joined. */
  isIndexed: boolean
}

/**
 * Returns the conditions of a search. Types, severities and dispositions are only compared if their names match, so that rows
 * are not read in vain.
 */
export async function searchConditions(
  db: Kysely<Database>,
  scope: Scope,
  { text, typeKeys, severities, dispositions }: AlertSearch,
): Promise<SearchConditions> {
  const useNames = text.length >= leastIndexed && (await hasIndexes(db)) && (await hasManySites(db, scope))
  const [devices, sites] = useNames
    ? await Promise.all([findDevices(db, text), findSites(db, scope, text)])
    : []
  const [device, site] = [
    contains(eb.ref('alert.device_name'), text),
    contains(eb.ref('alert.site_name'), text),
  ]
  const any = [
    ...anyNamed(eb.ref('alert.type_key'), typeKeys, 'text'),
    ...anyNamed(eb.ref('alert.severity'), severities, 'text'),
    ...anyNamed(eb.ref('alert.disposition'), dispositions, 'text'),
    ...namedNow(eb.ref('alert.device_id'), devices, device, 'uuid'),
    ...namedNow(eb.ref('alert.site_path_no'), sites, site, 'int'),
    contains(eb.ref('alert.comment'), text),
    contains(eb.ref('alert.confirmed_by_name'), text),
  ]
  const areNamed = typeKeys.length + severities.length + dispositions.length > 0
  const isIndexed = devices !== undefined && sites !== undefined && !areNamed
  return { any, isIndexed }
}

/** Whether the extension for trigrams was available (decision 054). */
async function hasIndexes(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('alert__lower_comment') is not null as has`.execute(db)
  return rows[0]?.has ?? false
}

/** The few alerts of a small scope are compared sooner than the names of all devices are searched. */
async function hasManySites(db: Kysely<Database>, scope: Scope): Promise<boolean> {
  if (scope.includesAllSites) return true
  const sites = await db
    .selectFrom('alert_site_path')
    .where((on) => inScope(on.ref('path'), scope))
    .select('no')
    .limit(mostSites + 1)
    .execute()
  return sites.length > mostSites
}

/** A device, or a path of a site, one of whose names matches. */
interface Named {
  key: string | number
  /** Whether it had no other name when alerts were raised. */
  always: boolean
}

function namedNow(
  key: Expression<unknown>,
  named: readonly Named[] | undefined,
  hasName: Expression<SqlBool>,
  type: 'uuid' | 'int',
): Expression<SqlBool>[] {
  if (!named) return [hasName]
  const keysOf = (always: boolean) => named.filter((one) => one.always === always).map((one) => one.key)
  return [
    ...anyNamed(key, keysOf(true), type),
    // Named differently in some of its alerts.
    ...anyNamed(key, keysOf(false), type).map((isOne) => eb.and([isOne, hasName])),
  ]
}

const anyNamed = (
  value: Expression<unknown>,
  named: readonly (string | number)[],
  type: 'text' | 'uuid' | 'int',
): Expression<SqlBool>[] => (named.length > 0 ? anyOf(value, named, type) : [])

async function findDevices(db: Kysely<Database>, text: string): Promise<Named[] | undefined> {
  const rows = await db
    .selectFrom('alert_device_name as named')
    .where(containsInLower(sql.ref('named.name'), text))
    .select('device_id as key')
    .select(
      sql<boolean>`not exists (select from alert_device_name other
        where other.device_id = named.device_id and other.name <> named.name)`.as('always'),
    )
    .distinct()
    .limit(mostNamed + 1)
    .execute()
  return rows.length > mostNamed ? undefined : rows
}

async function findSites(db: Kysely<Database>, scope: Scope, text: string): Promise<Named[] | undefined> {
  const rows = await db
    .selectFrom('alert_site_name as named')
    .innerJoin('alert_site_path', 'no', 'named.site_path_no')
    .where(containsInLower(sql.ref('named.name'), text))
    .where((on) => inScope(on.ref('alert_site_path.path'), scope))
    .select('named.site_path_no as key')
    .select(
      sql<boolean>`not exists (select from alert_site_name other
        where other.site_path_no = named.site_path_no and other.name <> named.name)`.as('always'),
    )
    .distinct()
    .limit(mostNamed + 1)
    .execute()
  return rows.length > mostNamed ? undefined : rows
}
