import { shortestDecimal } from './packed-numbers.ts'

// To read many rows, PostgreSQL concatenates the values of each column in its binary format. Formatting and parsing them as text
// would take longer than finding the rows.

/** SQL that concatenates the results of a binary send function for each row of a group. */
export const joined = (sent: string) => `string_agg(${sent}, '')`

/** SQL that concatenates a column of type `real`, with NaN for null. */
export const joinedReals = (column: string) => joined(`float4send(coalesce(${column}, 'NaN'))`)

/** SQL that concatenates a column of timestamps. */
export const joinedTimes = (column: string) => joined(`timestamptz_send(${column})`)

/** Converts microseconds, 8 bytes each, to ms. */
export function toMilliseconds(bytes: Buffer): Float64Array {
  const milliseconds = new Float64Array(bytes.length / 8)
  for (let place = 0; place < milliseconds.length; place += 1)
    milliseconds[place] = (bytes.readInt32BE(place * 8) * 2 ** 32 + bytes.readUInt32BE(place * 8 + 4)) / 1000
  return milliseconds
}

/** January 1, 2000, where PostgreSQL's timestamps start. */
const postgresEpochMs = 946_684_800_000

/** Converts timestamps to epoch ms. */
export const toEpochMs = (bytes: Buffer): Float64Array =>
  toMilliseconds(bytes).map((sinceEpoch) => postgresEpochMs + sinceEpoch)

/** Converts values of type `real`. */
export function toReals(bytes: Buffer | null | undefined): Float64Array {
  const reals = new Float64Array((bytes?.length ?? 0) / 4)
  if (!bytes) return reals
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let place = 0; place < reals.length; place += 1) reals[place] = view.getFloat32(place * 4)
  return reals
}

/** Converts values of type `real` to the decimals that PostgreSQL prints for them, such as 21.3. */
export function toDecimalReals(bytes: Buffer | null | undefined): Float64Array {
  const decimals = toReals(bytes)
  for (let place = 0; place < decimals.length; place += 1) {
    const real = decimals[place] as number // within the bounds
    if (!Number.isNaN(real)) decimals[place] = shortestDecimal(real)
  }
  return decimals
}

/** Converts values of type `integer`. */
export function toIntegers(bytes: Buffer | null | undefined): Float64Array {
  const integers = new Float64Array((bytes?.length ?? 0) / 4)
  for (let place = 0; place < integers.length; place += 1)
    integers[place] = bytes?.readInt32BE(place * 4) ?? Number.NaN
  return integers
}

/** Converts values of type `double precision`. */
export function toDoubles(bytes: Buffer | null | undefined): Float64Array {
  const doubles = new Float64Array((bytes?.length ?? 0) / 8)
  for (let place = 0; place < doubles.length; place += 1)
    doubles[place] = bytes?.readDoubleBE(place * 8) ?? Number.NaN
  return doubles
}
