import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'

/** Creates a query builder on a pool. Destroying it ends the pool. */
export function queryBuilder<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
