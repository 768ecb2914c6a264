import type { SeriesModel } from './series-model.ts'
import { at, day, meanOf, type Vector, week } from './vector.ts'

/** The error of a model in an hour that it had not seen. */
export interface Miss {
  /** In the history. */
  hour: number
  /** How many hours ahead the value was forecast, from 1. */
  ahead: number
  /** Measured minus forecast. */
  miss: number
}

export interface BackTest {
  misses: Miss[]
  /** Mean absolute error; infinite if nothing was measured. */
  error: number
}

const mostOrigins = 7
/** History from which a model learns a weekly rhythm, or a daily one if it is shorter. */
const leastHistory = [2 * week, 4 * day] as const

/**
 * Returns the hours from which the past is forecast again: whole days back from the end, newest first. Enough of the history
 * stays before the earliest to learn from.
 */
export function backTestOrigins(length: number, horizon: number): number[] {
  const least = leastHistory.find((hours) => length >= hours + day) ?? day
  const farthest = Math.min(Math.floor((length - least) / day), Math.ceil(horizon / day) + mostOrigins - 2)
  const count = Math.min(mostOrigins, farthest)
  const daysBack = Array.from({ length: count }, (_, index) =>
    count === 1 ? farthest : Math.round(1 + (index * (farthest - 1)) / (count - 1)),
  )
  return [...new Set(daysBack)].map((days) => length - days * day)
}

interface BackTestOf {
  horizon: number
  /** Newest first. */
  origins: readonly number[]
  isMeasured: (hour: number) => boolean
}

/** Fits a model to the history before all origins, and forecasts from each of them. */
export function backTest(
  model: SeriesModel,
  history: Vector,
  { horizon, origins, isMeasured }: BackTestOf,
): BackTest {
  const misses: Miss[] = []
  const earliest = origins.at(-1)
  if (earliest !== undefined) {
    const continueHistory = model.fit(history.subarray(0, earliest))
    for (const origin of origins) {
      const length = Math.min(horizon, history.length - origin)
      const forecast = continueHistory(history.subarray(0, origin), length)
      for (let ahead = 0; ahead < length; ahead++) {
        const hour = origin + ahead
        if (!isMeasured(hour)) continue
        misses.push({ hour, ahead: ahead + 1, miss: at(history, hour) - at(forecast, ahead) })
      }
    }
  }
  const error =
    misses.length === 0 ? Number.POSITIVE_INFINITY : meanOf(misses.map(({ miss }) => Math.abs(miss)))
  return { misses, error: Number.isNaN(error) ? Number.POSITIVE_INFINITY : error }
}
