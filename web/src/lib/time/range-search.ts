import { isRangePreset, type RangePreset } from './range-presets.ts'

/** A time range in the address, as part of `searchFilters` (spec 2). */
export interface RangeSearch {
  range?: RangePreset | undefined
  startTime?: number | undefined
  endTime?: number | undefined
}

/**
 * A pair of dates supplies a missing start or end (spec 2). With a preset both are kept, but the preset wins. A range that is
 * reversed or empty, which the server refuses, is ignored.
 */
export function rangeOfFilters(given: Record<string, unknown>): RangeSearch {
  const [first, second] = numbers(given.dates)
  const startTime = whole(given.startTime) ?? first
  const endTime = whole(given.endTime) ?? second
  if (isRangePreset(given.range) && given.range !== 'custom')
    return { range: given.range, startTime, endTime }
  if (startTime === undefined && endTime === undefined) return {}
  if ((startTime ?? 0) >= (endTime ?? Number.POSITIVE_INFINITY)) return {}
  return { range: 'custom', startTime, endTime }
}

export const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => Number.isInteger(one)) : []

export const whole = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
