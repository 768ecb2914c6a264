import { sql } from 'kysely'

/**
 * Returns an aggregate over rows of a table, whose text changes whenever one of them changes. Each change gives a row another
 * `xmin`. A restored database counts its transactions from an earlier one.
 */
export const rowsVersion = (table: string) => {
  const xmin = sql.ref(`${table}.xmin`)
  return sql<string>`concat_ws(' ', count(*), sum(hashtextextended(${xmin}::text, 0)), pg_postmaster_start_time())`
}
