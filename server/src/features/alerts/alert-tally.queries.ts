import { expressionBuilder, type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type AlertFilter, anyOf } from './alert-filter.queries.ts'

const eb = expressionBuilder<Database, 'alert_tally'>()

/** Filters that the tally supports, and those that have no effect without another one. */
const tallied = new Set<string>([
  'typeKeys',
  'severities',
  'ongoing',
  'rangeBy',
  'timeZone',
] satisfies (keyof AlertFilter)[])

/** Whether the tally shows how many alerts match. The few open alerts are counted directly. */
export const isTallied = (filter: AlertFilter): boolean =>
  filter.ongoing !== true &&
  Object.entries(filter).every(([name, value]) => value === undefined || tallied.has(name))

export const alertTallyQueries = (db: Kysely<Database>) => ({
  /** Counts the alerts of a scope with these types and severities, open or not. */
  async countRaised(
    scope: Scope,
    { typeKeys, severities }: Pick<AlertFilter, 'typeKeys' | 'severities'>,
  ): Promise<number> {
    const { count } = await db
      .selectFrom('alert_tally')
      .where(
        eb.and([
          inScope(eb.ref('site_path'), scope),
          ...anyOf(eb.ref('type_key'), typeKeys, 'text'),
          ...anyOf(eb.ref('severity'), severities, 'text'),
        ]),
      )
      .select(sumOfTally.as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /** Merges all rows of the same site, type and severity into one. */
  async addUp(): Promise<void> {
    await sql`
      with many as (
        select site_path, type_key, severity from alert_tally group by 1, 2, 3 having count(*) > 1
      ), taken as (
        delete from alert_tally t using many
        where (t.site_path, t.type_key, t.severity) = (many.site_path, many.type_key, many.severity)
        returning t.*
      )
      insert into alert_tally
        select site_path, type_key, severity, sum(alerts) from taken group by 1, 2, 3 having sum(alerts) <> 0
    `.execute(db)
  },
})

/** The number of alerts that the rows represent. */
const sumOfTally = sql<number>`coalesce(sum(alerts), 0)`
