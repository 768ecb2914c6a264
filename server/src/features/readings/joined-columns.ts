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
    milliseconds[place] = Number(bytes.readBigInt64BE(place * 8)) / 1000
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
  for (let place = 0; place < reals.length; place += 1)
    reals[place] = bytes?.readFloatBE(place * 4) ?? Number.NaN
  return reals
}

/** Converts values of type `real` to the decimals that PostgreSQL prints for them, such as 21.3. */
export const toDecimalReals = (bytes: Buffer | null | undefined): Float64Array =>
  toReals(bytes).map((real) => (Number.isNaN(real) ? real : shortestDecimal(real)))
