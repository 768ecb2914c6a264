import { expressionBuilder, type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { AlertFilter } from './alert-filter.queries.ts'
import { anyOf } from './any-of.queries.ts'

/** The sums over all rows are numbers of alerts, open or not. */
export const alertTallyQueries = (db: Kysely<Database>) => ({
  /** Counts the alerts of a scope with these types and severities. */
  async countRaised(
    scope: Scope,
    { typeKeys, severities }: Pick<AlertFilter, 'typeKeys' | 'severities'>,
  ): Promise<number> {
    const eb = expressionBuilder<Database, 'alert_tally'>()
    const { count } = await db
      .selectFrom('alert_tally')
      .where(
        eb.and([
          inScope(eb.ref('site_path'), scope),
          ...anyOf(eb.ref('type_key'), typeKeys, 'text'),
          ...anyOf(eb.ref('severity'), severities, 'text'),
        ]),
      )
      .select(sql<number>`coalesce(sum(alerts), 0)`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  /** Merges rows that count alerts of the same kind into one. */
  async addUp(): Promise<void> {
    for (const [table, kind] of [
      ['alert_tally', ['site_path', 'type_key', 'severity']],
      ['alert_day_tally', ['day', 'type_key', 'severity', 'confirmed']],
      ['alert_hour_tally', ['hour', 'time_zone', 'type_key', 'severity']],
    ] as const) {
      const columns = sql.join(kind.map((column) => sql.ref(column)))
      const columnsOf = (row: string) => sql.join(kind.map((column) => sql.ref(`${row}.${column}`)))
      await sql`
        with many as (
          select ${columns} from ${sql.table(table)} group by ${columns} having count(*) > 1
        ), taken as (
          delete from ${sql.table(table)} t using many
          where (${columnsOf('t')}) = (${columnsOf('many')})
          returning t.*
        )
        insert into ${sql.table(table)} (${columns}, alerts)
          select ${columns}, sum(alerts) from taken group by ${columns} having sum(alerts) <> 0
      `.execute(db)
    }
  },
})
