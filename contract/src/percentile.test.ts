import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentileOf } from './percentile.ts'
import type { Point } from './sensors.ts'

const single = (value: number): Point => [0, value, value, value, 1]

test.each([
  [[15, 20, 35, 40, 50], 0.05, 15],
  [[15, 20, 35, 40, 50], 0.3, 20],
  [[15, 20, 35, 40, 50], 0.4, 20],
  [[15, 20, 35, 40, 50], 0.5, 35],
  [[15, 20, 35, 40, 50], 1, 50],
  [[7], 0.95, 7],
])('of single readings %j, the share %d does not exceed %d', (values, share, expected) => {
  const found = percentileOf(values.map(single), share)
  expect(found).toEqual({ value: expected, low: expected, high: expected })
})

test('without samples there is none', () => {
  expect(percentileOf([], 0.5)).toBeUndefined()
})

test('whatever the intervals, the percentile of all samples is within the bounds, and so is the estimate', () => {
  const interval = fc.array(fc.integer({ min: -50, max: 2000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(
      fc.array(interval, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(0.05, 0.5, 0.95),
      (all, share) => {
        const points = all.map((values): Point => {
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length
          return [0, mean, Math.min(...values), Math.max(...values), values.length]
        })
        const samples = all.flat().sort((a, b) => a - b)
        const exact = samples[Math.max(1, Math.ceil(share * samples.length)) - 1] ?? Number.NaN
        const found = percentileOf(points, share)
        expect(found?.low).toBeLessThanOrEqual(exact)
        expect(found?.high).toBeGreaterThanOrEqual(exact)
        expect(found?.value).toBeGreaterThanOrEqual(found?.low ?? Number.NaN)
        expect(found?.value).toBeLessThanOrEqual(found?.high ?? Number.NaN)
      },
    ),
  )
})
