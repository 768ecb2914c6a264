const day = 24

/** Forecast errors as the M4 competition measures them. */
export interface Accuracy {
  /** Symmetric mean absolute percentage error. */
  smape: number
  /** Mean absolute error, divided by that of repeating the last day within the history. */
  mase: number
}

export function accuracyOf(
  { history, held }: { history: Float64Array; held: Float64Array },
  forecast: Float64Array,
): Accuracy {
  let [percent, absolute] = [0, 0]
  for (const [hour, value] of held.entries()) {
    const off = Math.abs(value - (forecast[hour] ?? 0))
    const size = Math.abs(value) + Math.abs(forecast[hour] ?? 0)
    percent += size === 0 ? 0 : (200 * off) / size
    absolute += off
  }
  let steps = 0
  for (let hour = day; hour < history.length; hour++)
    steps += Math.abs((history[hour] ?? 0) - (history[hour - day] ?? 0))
  const naive = steps / (history.length - day)
  return { smape: percent / held.length, mase: absolute / held.length / (naive || 1) }
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the share of values within their bounds. */
export function coverageOf(values: Float64Array, low: Float64Array, high: Float64Array): number {
  const inside = values.filter((value, hour) => value >= (low[hour] ?? 0) && value <= (high[hour] ?? 0))
  return inside.length / values.length
}
