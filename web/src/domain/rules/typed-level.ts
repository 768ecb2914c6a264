import { numberEntry, readNumber } from '../../lib/numbers.ts'
import { canonicalValue, type Measurement, shownValue } from '../../lib/units.ts'

/** The level as the text of an input, in the reader's unit. `unit` is the unit of the sensor. */
export const levelEntry = (level: number, unit: string, measurement: Measurement): string =>
  numberEntry(shownValue(level, unit, measurement))

/** Returns the level that a text means, in the unit of the sensor. NaN: it is not a number. */
export const typedLevel = (text: string, known: number, unit: string, measurement: Measurement): number =>
  // The text of an unchanged level is rounded.
  text === levelEntry(known, unit, measurement)
    ? known
    : canonicalValue(readNumber(text) ?? Number.NaN, unit, measurement)

/** Converts a typed level to the unit in which the reader sees values from now on. What is not a number stays. */
export function convertTyped(
  text: string,
  known: number,
  unit: string,
  { from, to }: { from: Measurement; to: Measurement },
): string {
  const level = typedLevel(text, known, unit, from)
  return Number.isNaN(level) ? text : levelEntry(level, unit, to)
}
