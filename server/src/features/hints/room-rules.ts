import { medianOf, spreadOf } from '@eot/contract/quantile'

/** In the units of the sensors: smaller differences do not matter. Noise is left out, since it depends on the use of a room. */
export const leastDifferences = {
  ECO2: { unlike: 250, drift: 120 },
  TVOC: { unlike: 150, drift: 80 },
  IAQ: { unlike: 40, drift: 30 },
  particulate: { unlike: 10, drift: 8 },
  temperature: { unlike: 2.5, drift: 2 },
  humidity: { unlike: 12, drift: 10 },
} as const
export type ComparedSensor = keyof typeof leastDifferences
export const comparedSensors = Object.keys(leastDifferences) as ComparedSensor[] // the keys of the table

/** With fewer rooms, none can be called different from the others. */
export const leastRooms = 5
const spreadsAway = 5
/** A drift needs this many of the days, and a trend with a probability by chance of less than 1 in 4,000. */
export const driftDays = 28
const leastDays = 21
const leastTrend = 3.5
/** The least part of its share of the change that each half of the days must have. */
const leastInHalf = 0.4

export interface UnlikeRoom {
  index: number
  value: number
  /** The median of the other rooms. */
  usual: number
}

/** Finds the rooms whose value is far from those of all others. undefined: not measured. */
export function unlikeRooms(values: readonly (number | undefined)[], least: number): UnlikeRoom[] {
  return values.flatMap((value, index) => {
    const others = values.filter((other, at): other is number => other !== undefined && at !== index)
    if (value === undefined || others.length < leastRooms - 1) return []
    const usual = medianOf(others)
    const isFar = Math.abs(value - usual) > Math.max(least, spreadsAway * spreadOf(others))
    return isFar ? [{ index, value, usual }] : []
  })
}

export interface Drift {
  /** The value of the trend on the first and on the last day. */
  from: number
  to: number
  days: number
}

/**
 * Finds a steady change of daily values, oldest first, compared with those of other rooms on the same days, which share seasons
 * and weather. Uses the trend test of Mann (1945) and Kendall and the slope of Theil (1950) and Sen. undefined: no drift.
 */
export function driftOf(
  days: readonly (number | undefined)[],
  others: readonly (number | undefined)[],
  least: number,
): Drift | undefined {
  const own = days.flatMap((value, day) => {
    const usual = others[day]
    return value === undefined || usual === undefined ? [] : [{ day, value, apart: value - usual }]
  })
  if (own.length < leastDays) return undefined
  const { change, trend, span } = trendOf(own)
  if (Math.abs(trend) < leastTrend || Math.abs(change) < least) return undefined
  // A device that was moved jumps once. One that drifts changes all the time.
  const middleOf = own.length >> 1
  const halves = [own.slice(0, middleOf), own.slice(middleOf)]
  if (!halves.every((half) => (trendOf(half).change / change) * 2 >= leastInHalf)) return undefined
  const middle = medianOf(own.map(({ value }) => value))
  return { from: middle - change / 2, to: middle + change / 2, days: span + 1 }
}

/** By the trend test of Mann and Kendall, and the slope of Theil and Sen times the days from the first to the last. */
function trendOf(own: readonly { day: number; apart: number }[]) {
  const slopes: number[] = []
  let score = 0
  for (const [index, one] of own.entries())
    for (const later of own.slice(index + 1)) {
      slopes.push((later.apart - one.apart) / (later.day - one.day))
      score += Math.sign(later.apart - one.apart)
    }
  const n = own.length
  const span = (own.at(-1)?.day ?? 0) - (own[0]?.day ?? 0)
  return {
    change: medianOf(slopes) * span,
    trend: (score - Math.sign(score)) / Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18),
    span,
  }
}
