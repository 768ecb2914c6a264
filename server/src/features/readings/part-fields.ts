import { joined, joinedReals } from './joined-columns.ts'

/** SQL for the start of the minute of a reading. */
export const minuteOfReading = `date_bin('1 minute', at, '2000-01-01T00:00Z')`

/** SQL for the values read of a sensor. */
export interface Field {
  count: string
  sum: string
  min: string
  max: string
}

/** Returns the columns of a table of buckets. */
export const storedField = (name: string): Field => ({
  count: `${name}_n`,
  sum: `${name}_sum`,
  min: `${name}_min`,
  max: `${name}_max`,
})

/** Returns the column of a reading as a bucket with one value. */
export const readField = (name: string): Field => ({
  count: `(${name} is not null)::int`,
  // Converted through the decimal text, since the writer adds decimals.
  sum: `${name}::text::float8`,
  min: name,
  max: name,
})

/** Returns the values of several rows together. */
export const mergedField = ({ count, sum, min, max }: Field): Field => ({
  count: `sum(${count})::int`,
  sum: `sum(${sum})`,
  min: `min(${min})`,
  max: `max(${max})`,
})

/** SQL that joins the values of many rows. */
export const joinedField = ({ count, sum, min, max }: Field): Field => ({
  count: joined(`int4send(coalesce(${count}, 0))`),
  sum: joined(`float8send(coalesce(${sum}, 0))`),
  min: joinedReals(min),
  max: joinedReals(max),
})
