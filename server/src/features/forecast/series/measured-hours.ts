import type { LocalHour } from '../hours/local-hours.ts'
import { at, day, type Vector, week } from './vector.ts'

/** With less than three weeks, a weekly rhythm is a guess. */
export const neededDays = 21
/** Least share of the hours that must have been measured. */
const leastMeasured = 0.75
/** Without the last hours, a forecast is not possible. */
const mostSilentHours = 24

/** Why there is no forecast, or `Ready`. */
export type SeriesState = 'Ready' | 'TooShort' | 'Gaps' | 'Silent'

export interface MeasuredHours {
  state: SeriesState
  /** Days from the first measured one to the last day of the history. */
  days: number
  /** From the first measured day on, without gaps. Empty unless ready. */
  values: Vector
  isMeasured: (hour: number) => boolean
}

/**
 * Puts values measured in local hours on a grid of 24 hours a day, without skipped or repeated hours: a repeated hour is the
 * mean of both, and a skipped one is filled like a gap.
 */
export function measuredHours(
  hours: readonly LocalHour[],
  valueAt: (startMs: number) => number | undefined,
  days: { first: number; end: number },
): MeasuredHours {
  const grid = new Float64Array((days.end - days.first) * day).fill(Number.NaN)
  for (const { at: startMs, day: ofDay, hour } of hours) {
    const value = valueAt(startMs)
    const index = (ofDay - days.first) * day + hour
    if (value === undefined || index < 0 || index >= grid.length) continue
    const before = at(grid, index)
    grid[index] = Number.isNaN(before) ? value : (before + value) / 2
  }
  const isKnown = (value: number) => !Number.isNaN(value)
  const firstKnown = grid.findIndex(isKnown)
  const values = firstKnown < 0 ? new Float64Array() : grid.slice(Math.floor(firstKnown / day) * day)
  const none = { days: values.length / day, values: new Float64Array(), isMeasured: () => false }
  if (none.days < neededDays) return { ...none, state: 'TooShort' }
  if (values.filter(isKnown).length < leastMeasured * values.length) return { ...none, state: 'Gaps' }
  if (!values.subarray(-mostSilentHours).some(isKnown)) return { ...none, state: 'Silent' }
  return {
    state: 'Ready',
    days: none.days,
    values: filled(values),
    isMeasured: (hour) => isKnown(at(values, hour)),
  }
}

const longestBridge = 3

/** Fills short gaps by linear interpolation. In longer ones, repeats the same hour of the next or last week, or else day. */
function filled(values: Vector): Vector {
  const known = values.slice()
  for (let hour = 0; hour < known.length; hour++) {
    if (!Number.isNaN(at(known, hour))) continue
    let end = hour
    while (end < known.length && Number.isNaN(at(known, end))) end++
    const [before, after] = [known[hour - 1], known[end]]
    const isBridged = end - hour <= longestBridge && before !== undefined && after !== undefined
    for (let gap = hour; gap < end; gap++)
      known[gap] = isBridged
        ? before + ((after - before) * (gap - hour + 1)) / (end - hour + 1)
        : alike(values, known, gap)
  }
  return known
}

function alike(values: Vector, known: Vector, hour: number): number {
  for (const season of [week, day])
    for (let distance = season; distance < values.length; distance += season)
      for (const other of [hour - distance, hour + distance]) {
        const value = values[other]
        if (value !== undefined && !Number.isNaN(value)) return value
      }
  return known[hour - 1] ?? values.find((value) => !Number.isNaN(value)) ?? 0
}
