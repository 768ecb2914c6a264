import { type SensorKey, sensorKinds } from '@eot/contract/vocabulary'

/** Sensor kinds as columns of a reading, in order. */
export const kindCount = sensorKinds.length
export const columnNames: readonly string[] = sensorKinds.map((kind) => kind.key.toLowerCase())
export const columnKeys: readonly SensorKey[] = sensorKinds.map((kind) => kind.key)
/** Returns a sensor's column. Keys come from the contract's fixed list, never from client input. */
export const column = (key: SensorKey) => key.toLowerCase()
/** Lower and upper bounds of plausible values for each kind. */
export const lows: readonly number[] = sensorKinds.map((kind) => kind.min)
export const highs: readonly number[] = sensorKinds.map((kind) => kind.max)

/** A reading's values by column; NaN where the sample has none. */
export type Values = number[]

const flipped = (key: string) =>
  (key[0] === key[0]?.toUpperCase() ? key[0]?.toLowerCase() : key[0]?.toUpperCase()) + key.slice(1)

/**
 * Returns the column of a kind as spelled by a device, whose first letter may be in either case. Has no prototype, so that
 * `constructor` is unknown.
 */
const columnOf: Record<string, number> = Object.assign(
  Object.create(null),
  Object.fromEntries(
    columnKeys.flatMap((key, column) => [
      [key, column],
      [flipped(key), column],
    ]),
  ),
)

export function findColumn(kind: string): number | undefined {
  return columnOf[kind]
}

/** Returns values as a device sends them, without columns that have no value. */
export function namedValues(values: readonly (number | null)[]): Record<string, number> {
  return Object.fromEntries(
    columnKeys.flatMap((key, column) => {
      const value = values[column] ?? Number.NaN
      return Number.isNaN(value) ? [] : [[key, value]]
    }),
  )
}

export const noValues = (): Values => [
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
  NaN,
]
