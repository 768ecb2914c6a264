import { describe, expect, test } from 'vitest'
import { sparkRange } from './spark-range.ts'

const samples = (...values: number[]) => values.map((value, second): [number, number] => [second, value])

describe('the scale of a sparkline', () => {
  test('does not magnify the noise of a quiet room', () => {
    expect(sparkRange(samples(21.4, 21.5, 21.4), null, { leastRange: 2, least: -60 })).toEqual({
      low: 20.45,
      high: 22.45,
    })
  })

  test('follows values that span more than the smallest range', () => {
    expect(sparkRange(samples(400, 1400), null, { leastRange: 200, least: 0 })).toEqual({
      low: 400,
      high: 1400,
    })
  })

  test('keeps values near the lowest possible one at the bottom', () => {
    expect(sparkRange(samples(0, 1, 0), null, { leastRange: 20, least: 0 })).toEqual({ low: 0, high: 20 })
    expect(sparkRange(samples(3, 4), null, { leastRange: 20, least: 0 })).toEqual({ low: 0, high: 20 })
  })

  test('includes the level of an open alert', () => {
    expect(sparkRange(samples(2, 3), 50, { leastRange: 20, least: 0 })).toEqual({ low: 2, high: 50 })
  })

  test('exists before the first sample', () => {
    expect(sparkRange([], null, {})).toEqual({ low: 0, high: 1 })
  })
})
