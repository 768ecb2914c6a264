import { nearest, powerOf, shortestDecimal } from './packed-numbers.ts'

// PostgreSQL takes most of the time of a series to write its values as decimals, and the program to read them. So many rows come
// as the bytes that PostgreSQL sends to clients in its binary format, joined.

/** SQL for the values of the rows of a group, in their order. The columns are of type `real`. */
export const sentReals = (columns: readonly string[]) =>
  `string_agg(array_send(array[${columns.join(', ')}]::real[]), '')`

/** SQL for times of the rows of a group. */
export const sentTimes = (column: string) => `string_agg(timestamptz_send(${column}), '')`

/** January 1, 2000, from which PostgreSQL counts. */
const postgresEpochMs = 946_684_800_000

/** In epoch ms. */
export function readTimes(bytes: Buffer): Float64Array {
  const times = new Float64Array(bytes.length / 8)
  for (let place = 0; place < times.length; place += 1)
    times[place] = postgresEpochMs + Number(bytes.readBigInt64BE(place * 8)) / 1000
  return times
}

/** Dimensions, flags, type, length and lower bound of an array. */
const headerBytes = 20
const lengthBytes = 4
const valueBytes = 4

/** The values of each column, NaN where there is none, as the shortest decimals that stand for them. */
export function readReals(
  bytes: Buffer,
  { rows, columns }: { rows: number; columns: number },
): Float64Array[] {
  const read = Array.from({ length: columns }, () => new Float64Array(rows).fill(Number.NaN))
  let at = 0
  for (let row = 0; row < rows; row += 1) {
    at += headerBytes
    for (let column = 0; column < columns; column += 1) {
      const isNull = bytes.readInt32BE(at) === -1
      at += lengthBytes
      if (isNull) continue
      ;(read[column] as Float64Array)[row] = decimalOf(bytes.readFloatBE(at)) // within `columns`
      at += valueBytes
    }
  }
  return read
}

const mostPlaces = 6
/** From here on, `real` has no digit after the point, and its shortest decimal ends with zeros. */
const largest = 2 ** 23

/** The shortest decimal of a `real`, as PostgreSQL shows it: nearly all that sensors send has a few places. */
export function decimalOf(real: number): number {
  if (Math.abs(real) < largest)
    for (let places = 0; places <= mostPlaces; places += 1) {
      const decimal = nearest(real * powerOf(places)) / powerOf(places)
      if (Math.fround(decimal) === real) return decimal
    }
  return shortestDecimal(real)
}
