import { isRangePreset, type RangePreset } from './range-presets.ts'

/** A time range in the address, as part of `searchFilters` (spec 2). */
export interface RangeSearch {
  range?: RangePreset | undefined
  startTime?: number | undefined
  endTime?: number | undefined
}

/** An instant in the year 9892. Date fields have no years of five digits. */
const lastMs = 2.5e14

/**
 * A pair of dates supplies a missing start or end (spec 2). With a preset both are kept, but the preset wins. A range that is
 * reversed or empty, which the server refuses, is ignored.
 */
export function rangeOfFilters(given: Record<string, unknown>): RangeSearch {
  const [first, second] = numbers(given.dates).map(whole)
  const startTime = whole(given.startTime) ?? first
  const endTime = whole(given.endTime) ?? second
  if (isRangePreset(given.range) && given.range !== 'custom')
    return { range: given.range, startTime, endTime }
  if (startTime === undefined && endTime === undefined) return {}
  if ((startTime ?? 0) >= (endTime ?? Number.POSITIVE_INFINITY)) return {}
  return { range: 'custom', startTime, endTime }
}

export const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.filter(isInteger) : [])

export const whole = (value: unknown): number | undefined =>
  isInteger(value) && value >= 0 && value <= lastMs ? value : undefined

const isInteger = (value: unknown): value is number => Number.isInteger(value)
