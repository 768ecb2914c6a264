import { aqiHighs, type LimitTable } from './standards.ts'

/** Returns the points of 100 that a value costs by itself, from 0 to 100. The value is in the unit of the sensor. */
export function lostPoints(table: LimitTable, value: number): number {
  const given = value * (table.perUnit ?? 1)
  const compared = table.aqi ? aqiOf(table.aqi, given) : given
  return Math.min(100, Math.max(0, onLine(table.points, compared)))
}

/**
 * Returns the air quality index of a concentration: truncated to the digits of the table, then linear within its category.
 * Beyond the table it is 500.
 */
export function aqiOf({ highs, decimals }: NonNullable<LimitTable['aqi']>, concentration: number): number {
  const step = 10 ** -decimals
  const scaled = Math.floor(Math.max(0, concentration) / step + 1e-9)
  const category = highs.findIndex((high) => scaled <= Math.round(high / step))
  if (category < 0) return 500
  const high = Math.round((highs[category] as number) / step)
  const low = category === 0 ? 0 : Math.round((highs[category - 1] as number) / step) + 1
  const [indexLow, indexHigh] = [
    category === 0 ? 0 : (aqiHighs[category - 1] as number) + 1,
    aqiHighs[category] as number, // as many categories as limits
  ]
  return Math.round(((indexHigh - indexLow) / (high - low)) * (scaled - low) + indexLow)
}

/** Interpolates linearly between the points, and extrapolates with the slope of the first and last segment. */
function onLine(points: LimitTable['points'], at: number): number {
  const found = points.findIndex(([value]) => at <= value)
  const right = Math.max(1, found < 0 ? points.length - 1 : found)
  const [from, to] = [points[right - 1], points[right]]
  if (!from || !to) throw new Error('a table has at least two points')
  return from[1] + ((to[1] - from[1]) * (at - from[0])) / (to[0] - from[0])
}

/** Returns the values in the sensor's unit within which a quantity loses at most `lost` points; null: no bound. */
export function allowedUpTo(
  table: LimitTable,
  lost: number,
): { least: number | null; greatest: number | null } {
  const { aqi, points, perUnit = 1 } = table
  if (aqi) {
    const category = points.findIndex(([, points]) => points >= lost) - 1
    return { least: null, greatest: aqi.highs[Math.max(0, category)] ?? null }
  }
  const crossings = points.slice(1).flatMap((to, index) => {
    const from = points[index]
    if (!from || Math.max(from[1], to[1]) < lost || Math.min(from[1], to[1]) > lost) return []
    const value = from[0] + ((to[0] - from[0]) * (lost - from[1])) / (to[1] - from[1])
    return [{ value: Number((value / perUnit).toPrecision(10)), isHighBad: to[1] > from[1] }]
  })
  return {
    least: crossings.find(({ isHighBad }) => !isHighBad)?.value ?? null,
    greatest: crossings.find(({ isHighBad }) => isHighBad)?.value ?? null,
  }
}
