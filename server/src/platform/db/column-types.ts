import type { ColumnType } from 'kysely'

/** Read as a value, written as its JSON text. */
export type Json<T> = ColumnType<T, string, string>
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>
/** Defaulted: the database fills it in where an insert leaves it out. */
export type Instant = ColumnType<Date, Date, Date>
export type DefaultedInstant = ColumnType<Date, Date | undefined, Date>
