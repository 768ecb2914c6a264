import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { AlertFilter } from './alert-filter.queries.ts'
import { anyOf } from './any-of.queries.ts'

type Kinds = Pick<AlertFilter, 'typeKeys' | 'severities'>

/** Whole UTC days, as the instants at which they begin. undefined: without a limit. */
export interface Days {
  fromInclusive: Date | undefined
  toExclusive: Date | undefined
}

/** The sums over all rows are numbers of alerts, open or not. */
export const alertTallyQueries = (db: Kysely<Database>) => ({
  /** Counts the alerts of a scope with these types and severities. */
  async countRaised(scope: Scope, kinds: Kinds): Promise<number> {
    const eb = expressionBuilder<Database, 'alert_tally'>()
    const { count } = await db
      .selectFrom('alert_tally')
      .where(eb.and([inScope(eb.ref('site_path'), scope), ...ofKinds(kinds)]))
      .select(sumOfTally.as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /** Counts the alerts of the whole installation with these types and severities that started on these days. */
  async countStartedOn({ fromInclusive, toExclusive }: Days, kinds: Kinds): Promise<number> {
    const eb = expressionBuilder<Database, 'alert_day_tally'>()
    const { count } = await db
      .selectFrom('alert_day_tally')
      .where(
        eb.and([
          ...(fromInclusive ? [eb('day', '>=', fromInclusive)] : []),
          ...(toExclusive ? [eb('day', '<', toExclusive)] : []),
          ...ofKinds(kinds),
        ]),
      )
      .select(sumOfTally.as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /** Merges all rows of the same site or day, type and severity into one. */
  async addUp(): Promise<void> {
    for (const [table, key] of [
      ['alert_tally', 'site_path'],
      ['alert_day_tally', 'day'],
    ] as const)
      await sql`
        with many as (
          select ${sql.ref(key)} as key, type_key, severity from ${sql.table(table)} group by 1, 2, 3 having count(*) > 1
        ), taken as (
          delete from ${sql.table(table)} t using many
          where (t.${sql.ref(key)}, t.type_key, t.severity) = (many.key, many.type_key, many.severity)
          returning t.*
        )
        insert into ${sql.table(table)}
          select ${sql.ref(key)}, type_key, severity, sum(alerts) from taken group by 1, 2, 3 having sum(alerts) <> 0
      `.execute(db)
  },
})

const ofKinds = ({ typeKeys, severities }: Kinds): Expression<SqlBool>[] => [
  ...anyOf(sql.ref('type_key'), typeKeys, 'text'),
  ...anyOf(sql.ref('severity'), severities, 'text'),
]

const sumOfTally = sql<number>`coalesce(sum(alerts), 0)`
