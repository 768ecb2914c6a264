import fc from 'fast-check'
import { expect, test } from 'vitest'
import { devianceOf, probabilitiesOf, rangeOf, rangesOf, sumOf } from './count-distribution.ts'

const expected = fc
  .record({
    mean: fc.double({ min: 0.001, max: 500, noNaN: true }),
    excess: fc.double({ min: 0, max: 3, noNaN: true }),
  })
  .map(({ mean, excess }) => ({ mean, variance: mean * (1 + excess) }))

test('probabilities add up to 1 and have the expected mean and variance', () => {
  fc.assert(
    fc.property(expected, ({ mean, variance }) => {
      const probabilities = probabilitiesOf({ mean, variance })
      const moment = (of: (count: number) => number) =>
        probabilities.reduce((sum, probability, count) => sum + probability * of(count), 0)
      expect(moment(() => 1)).toBeCloseTo(1, 6)
      expect(moment((count) => count) / mean).toBeCloseTo(1, 2)
      expect(moment((count) => (count - mean) ** 2) / variance).toBeCloseTo(1, 1)
    }),
  )
})

test.each([
  [{ mean: 0, variance: 0 }, 0.8, 0, 0],
  [{ mean: 0.05, variance: 0.05 }, 0.8, 0, 0],
  [{ mean: 4, variance: 4 }, 0.8, 2, 6],
  [{ mean: 4, variance: 8 }, 0.8, 1, 7],
  [{ mean: 30, variance: 30 }, 0.8, 23, 36],
  [{ mean: 30, variance: 30 }, 0.5, 27, 33],
])('of %j, the range of %d is %d to %d', (of, share, low, high) => {
  expect(rangeOf(of, share)).toEqual({ low, high })
})

test('the 50 % range is within the 80 % range', () => {
  fc.assert(
    fc.property(expected, (of) => {
      const { half, most: wide } = rangesOf(of)
      expect(wide.low).toBeLessThanOrEqual(half.low)
      expect(half.low).toBeLessThanOrEqual(half.high)
      expect(half.high).toBeLessThanOrEqual(wide.high)
    }),
  )
})

test('the sum of counts that rise and fall together varies more than that of independent ones', () => {
  const hours = [
    { mean: 2, variance: 3 },
    { mean: 1, variance: 1 },
  ]
  expect(sumOf(hours, 0)).toEqual({ mean: 3, variance: 4 })
  expect(sumOf(hours, 0.5)).toEqual({ mean: 3, variance: 8.5 })
})

test('the deviance is 0 for what was expected, and grows with the distance', () => {
  expect(devianceOf(3, 3)).toBe(0)
  expect(devianceOf(0, 2)).toBe(4)
  expect(devianceOf(1, 0)).toBeCloseTo(2 * (Math.log(100) - 0.99))
  expect(devianceOf(5, 1)).toBeGreaterThan(devianceOf(4, 1))
})
