import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether the column contains the text, ignoring case. `%` and `_` are literal characters. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${literal(text)}%`
  return sql<SqlBool>`${column} ilike ${pattern}`
}

/** A `like` pattern for text that begins with this. */
export const likePrefix = (text: string): string => `${literal(text)}%`

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
