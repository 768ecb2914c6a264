import { type Expression, type SqlBool, sql } from 'kysely'

/** Returns whether the column contains the text, ignoring case. `ilike` finds the same, but takes four times as long. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${column}) like lower(${likePart(text)})`
}

/** Does the same for a column that is stored in lower case. For 100,000 rows, `lower` would take most of the time. */
export function containsInLower(column: Expression<string>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`${column} like lower(${likePart(text)})`
}

/** Returns whether any of the columns contains the text. One comparison of them all takes half as long as one for each. */
export function anyContains(columns: readonly string[], text: string): Expression<SqlBool> {
  // Search texts contain no line break, so they cannot match the end of one column and the start of the next.
  const all = sql<string>`concat_ws(E'\n', ${sql.join(columns.map((column) => sql.ref(column)))})`
  return contains(all, text)
}

/** Returns a `like` pattern for text that begins with this. */
export const likePrefix = (text: string): string => `${literal(text)}%`

/** Returns a `like` pattern for text that contains this. */
const likePart = (text: string): string => `%${literal(text)}%`

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
