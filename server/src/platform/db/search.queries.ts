import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether the column contains the text, ignoring case. `%` and `_` are literal characters. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${column} ilike ${pattern}`
}
