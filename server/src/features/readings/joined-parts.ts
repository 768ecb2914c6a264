import { toDecimalReals, toDoubles, toEpochMs, toIntegers } from './joined-columns.ts'
import type { BucketColumns } from './packed-buckets.ts'
import type { Field } from './part-fields.ts'
import { addPart, type Part } from './series.ts'

export interface PartsOfDevice {
  /** 0 if the devices are merged. */
  no: number
  /** By key. */
  parts: Part[][]
}

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

/** Returns the parts of each device. Consecutive rows with the same device and start become one part, as in an open bucket. */
export function partsOf(rows: JoinedRows, keyCount: number): PartsOfDevice[] {
  const starts = toEpochMs(rows.starts ?? Buffer.alloc(0))
  const nos = toIntegers(rows.nos)
  const byDevice = new Map<number, Part[][]>()
  for (const no of nos)
    if (!byDevice.has(no))
      byDevice.set(
        no,
        Array.from({ length: keyCount }, (): Part[] => []),
      )
  for (let index = 0; index < keyCount; index += 1) {
    const { counts, sums, mins, maxs } = bucketsOf(rows, index)
    for (let place = 0; place < counts.length; place += 1) {
      const [count, start] = [counts[place] as number, starts[place] as number] // one for each row, like the others
      if (count === 0) continue
      const part = {
        start,
        count,
        min: mins[place] as number,
        max: maxs[place] as number,
        sum: sums[place] as number,
      }
      const parts = byDevice.get(nos[place] as number)?.[index]
      const last = parts?.at(-1)
      if (last?.start === start) addPart(last, part)
      else parts?.push(part)
    }
  }
  return [...byDevice].map(([no, parts]) => ({ no, parts }))
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
