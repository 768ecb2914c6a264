import { type Expression, type SqlBool, sql } from 'kysely'

/** Returns the condition that a value is one of a list. undefined: there is none. */
export const anyOf = (
  value: Expression<unknown>,
  wanted: readonly (string | number)[] | undefined,
  type: 'text' | 'uuid' | 'int',
): Expression<SqlBool>[] =>
  wanted === undefined ? [] : [sql<SqlBool>`${value} = any(${sql.val(wanted)}::${sql.raw(type)}[])`]
