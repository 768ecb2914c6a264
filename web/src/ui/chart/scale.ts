export interface ValueScale {
  min: number
  max: number
  ticks: number[]
}

/**
 * A value axis with three to five round ticks that contains all `values`. Values that are never negative and come
 * close to zero start at zero; otherwise the range is padded, so that small changes are visible.
 */
export function valueScale(values: readonly number[], count = 4): ValueScale {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) return { min: 0, max: 1, ticks: [0, 1] }
  if (low >= 0 && low < high / 2) low = 0
  if (low === high) {
    const room = Math.abs(high) / 10 || 1
    if (low !== 0) low -= room
    high += room
  }
  const step = roundStep((high - low) / count)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  const ticks = Array.from({ length: last - first + 1 }, (_, n) => shorten((first + n) * step))
  return { min: shorten(first * step), max: shorten(last * step), ticks }
}

/** Rounds up to 1, 2, 2.5, 5 or 10 times a power of ten. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const factor = [1, 2, 2.5, 5, 10].find((n) => n * power >= atLeast * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Removes binary rounding errors such as 0.30000000000000004. */
const shorten = (value: number): number => Number(value.toPrecision(12))
