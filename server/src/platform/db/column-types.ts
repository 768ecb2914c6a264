import type { ColumnType } from 'kysely'

/** Reads return the parsed value; writes take JSON text. */
export type Json<T> = ColumnType<T, string, string>
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>
/** Optional on insert, since the column has a default. */
export type Instant = ColumnType<Date, Date, Date>
export type DefaultedInstant = ColumnType<Date, Date | undefined, Date>
