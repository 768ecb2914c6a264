import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'

/** Typed statements on a pool; ending it ends the pool. */
export function queryBuilder<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
