import { sql } from 'kysely'

/**
 * An aggregate over rows of a table: another text after each change of one of them. Each change gives a row another `xmin`. A
 * restored database counts its transactions from an earlier one.
 */
export const rowsVersion = (table: string) => {
  const xmin = sql.ref(`${table}.xmin`)
  return sql<string>`concat_ws(' ', count(*), sum(hashtextextended(${xmin}::text, 0)), pg_postmaster_start_time())`
}
