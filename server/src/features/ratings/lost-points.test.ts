import { ratingStandards } from '@eot/contract/rating-standards'
import { describe, expect, test } from 'vitest'
import { comfortLimits } from './comfort-limits.ts'
import { allowedUpTo, aqiOf, lostPoints } from './lost-points.ts'
import { aqiHighs, type LimitTable, standards } from './standards.ts'

const tables: [string, LimitTable][] = [
  ...ratingStandards.flatMap((standard) =>
    Object.entries(standards[standard]).map(([key, table]): [string, LimitTable] => [
      `${key} by ${standard}`,
      table,
    ]),
  ),
  ...Object.entries(comfortLimits),
]
const byPoints = tables.filter(([, { aqi }]) => !aqi)
const byAqi = tables.filter(([, { aqi }]) => aqi)

describe.each(byPoints)('%s', (_name, table) => {
  const { points, perUnit = 1 } = table

  test.each(points.map(([value, lost], at) => ({ value, lost, at })))(
    '$value costs exactly $lost points, and a little more or less on its two sides',
    ({ value, lost, at }) => {
      const costs = (given: number) => lostPoints(table, given / perUnit)
      expect(costs(value)).toBeCloseTo(lost, 9)
      const step = 1e-6 * Math.max(1, value)
      const slope = ([from, to]: number[]) => {
        const [a, b] = [points[from ?? 0], points[to ?? 0]]
        return a && b ? (b[1] - a[1]) / (b[0] - a[0]) : 0
      }
      const clamped = (points: number) => Math.min(100, Math.max(0, points))
      const last = points.length - 1
      const left = slope(at === 0 ? [0, 1] : [at - 1, at])
      const right = slope(at === last ? [last - 1, last] : [at, at + 1])
      expect(costs(value - step)).toBeCloseTo(clamped(lost - left * step), 9)
      expect(costs(value + step)).toBeCloseTo(clamped(lost + right * step), 9)
    },
  )
})

describe.each(byAqi)('%s', (_name, table) => {
  const { aqi } = table
  if (!aqi) return
  const step = 10 ** -aqi.decimals

  test.each(aqi.highs.map((high, at) => ({ high, at })))(
    '$high is the last value of its category of the AQI, and the next one is the first of the category above',
    ({ high, at }) => {
      const lost = table.points[at + 1]?.[1] ?? 0
      expect(aqiOf(aqi, high)).toBe(aqiHighs[at])
      expect(lostPoints(table, high)).toBeCloseTo(lost, 9)
      // Digits beyond those of the table are truncated.
      expect(aqiOf(aqi, high + 0.999 * step)).toBe(aqiHighs[at])
      const above = aqiHighs[at] === 500 ? 500 : (aqiHighs[at] ?? 0) + 1
      expect(aqiOf(aqi, high + step)).toBe(above)
      expect(aqiOf(aqi, high - step)).toBeLessThanOrEqual(aqiHighs[at] ?? 0)
    },
  )

  test('zero costs nothing, and more than the table costs everything', () => {
    expect(lostPoints(table, 0)).toBe(0)
    expect(lostPoints(table, (aqi.highs.at(-1) ?? 0) * 10)).toBe(100)
  })
})

test.each(tables)(
  '%s never costs less at a higher value, or at a lower one where too little is bad',
  (_name, table) => {
    const bottom = table.points.reduce((best, point) => (point[1] < best[1] ? point : best))[0]
    const top = (table.points.at(-1)?.[0] ?? 0) * 2
    const costs = Array.from({ length: 500 }, (_, n) =>
      lostPoints(table, ((n / 500) * top) / (table.perUnit ?? 1)),
    )
    for (const [n, cost] of costs.entries()) {
      const value = (n / 500) * top
      const next = costs[n + 1] ?? cost
      if (value >= bottom && table.points.at(-1)?.[1] !== 0) expect(next).toBeGreaterThanOrEqual(cost)
      if (value + top / 500 <= bottom) expect(next).toBeLessThanOrEqual(cost)
      expect(cost).toBeGreaterThanOrEqual(0)
      expect(cost).toBeLessThanOrEqual(100)
    }
  },
)

test('AQI of known concentrations', () => {
  const pm25 = standards.EPA.particulate.aqi
  if (!pm25) throw new Error('PM2.5 is graded by the AQI')
  const known = [
    [0, 0],
    [4.5, 25],
    [9.1, 51],
    [12.0, 56],
    [20, 71],
    [35.5, 101],
    [55.5, 151],
    [150.4, 226],
    [325.4, 500],
  ] as const
  expect(known.map(([value]) => aqiOf(pm25, value))).toEqual(known.map(([, aqi]) => aqi))
})

test('the best band ends where a quantity costs ten points', () => {
  expect(allowedUpTo(standards.EPA.particulate, 10)).toEqual({ least: null, greatest: 9 })
  expect(allowedUpTo(standards.EPA.ECO2, 10)).toEqual({ least: null, greatest: 1000 })
  expect(allowedUpTo(standards.Indoor.TVOC, 10)).toEqual({ least: null, greatest: 110 })
  expect(allowedUpTo({ ...standards.UBA.CO, perUnit: 1 }, 10)).toEqual({ least: null, greatest: 5 })
  expect(allowedUpTo(comfortLimits.humidity, 10)).toEqual({ least: 30, greatest: 50 })
  expect(allowedUpTo(comfortLimits.light, 10)).toEqual({ least: 201, greatest: null })
})
