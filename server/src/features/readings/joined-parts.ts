import { toDecimalReals, toDoubles, toEpochMs, toIntegers } from './joined-columns.ts'
import type { BucketColumns } from './packed-buckets.ts'
import type { Field } from './part-fields.ts'

/** Which device each row of a `BucketColumns` belongs to, and when its bucket starts. */
export interface PartRows {
  /** Numbers of devices; 0 if the devices are merged. */
  nos: Float64Array
  /** Epoch ms. */
  starts: Float64Array
}

/**
 * Receives buckets of the key at `index`, in no particular order. A reading counts as a bucket of one value. Where there is no value,
 * the count is 0. A bucket may come in several parts. Parts come in columns, because creating an object for each would take longer
 * than reading it.
 */
export type TakeParts = (index: number, rows: PartRows, buckets: BucketColumns) => void

/** Returns the names of the columns that `namedAs` gives. */
export const columnsOf = (index: number): Field => ({
  count: `count${index}`,
  sum: `sum${index}`,
  min: `min${index}`,
  max: `max${index}`,
})

export const namedAs = ({ count, sum, min, max }: Field, index: number) =>
  `${count} as count${index}, ${sum} as sum${index}, ${min} as min${index}, ${max} as max${index}`

/** The values of each column, joined in PostgreSQL's binary format. Parsing separate rows would take longer than finding them. */
export type JoinedRows = Record<string, Buffer | null>

/** Passes the columns of each key to `take`. `start`: when all parts start; if undefined, `rows` has a column of starts. */
export function takeJoined(
  rows: JoinedRows,
  { keyCount, start }: { keyCount: number; start: number | undefined },
  take: TakeParts,
): void {
  const nos = toIntegers(rows.nos)
  const starts =
    start === undefined ? toEpochMs(rows.starts ?? Buffer.alloc(0)) : new Float64Array(nos.length).fill(start)
  for (let index = 0; index < keyCount; index += 1) take(index, { nos, starts }, bucketsOf(rows, index))
}

/** Converts bounds to the shortest decimals: further digits of single precision were never measured. */
function bucketsOf(rows: JoinedRows, index: number): BucketColumns {
  const values = rows[`value${index}`]
  if (values !== undefined) {
    const decimals = toDecimalReals(values)
    const counts = decimals.map((value) => (Number.isNaN(value) ? 0 : 1))
    return { counts, sums: decimals, mins: decimals, maxs: decimals }
  }
  return {
    counts: toIntegers(rows[`count${index}`]),
    sums: toDoubles(rows[`sum${index}`]),
    mins: toDecimalReals(rows[`min${index}`]),
    maxs: toDecimalReals(rows[`max${index}`]),
  }
}
