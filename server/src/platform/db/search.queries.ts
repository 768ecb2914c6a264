import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether the column contains the text, whatever the case; `%` and `_` in it are only characters. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${column} ilike ${pattern}`
}
