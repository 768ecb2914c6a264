import { type Expression, type SqlBool, sql } from 'kysely'

/** Returns the condition that a value is one of a list. undefined: there is none. */
export const anyOf = (
  value: Expression<unknown>,
  wanted: readonly (string | number)[] | undefined,
  type: 'text' | 'uuid' | 'int',
): Expression<SqlBool>[] =>
  wanted === undefined
    ? []
    : [sql<SqlBool>`${value} = any(${sql.val(arrayOf(wanted, type))}::${sql.raw(type)}[])`]

/** UUIDs and numbers need no quotes, which would take a millisecond for 1,000 of them. */
const arrayOf = (wanted: readonly (string | number)[], type: 'text' | 'uuid' | 'int') =>
  type === 'text' ? wanted : `{${wanted.join()}}`
