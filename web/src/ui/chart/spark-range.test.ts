import { describe, expect, test } from 'vitest'
import { sparkRange } from './spark-range.ts'

const samples = (...values: number[]) => values.map((value, second): [number, number] => [second, value])

describe('the scale of a small line', () => {
  test('does not blow the noise of a quiet room up to a mountain', () => {
    expect(sparkRange(samples(21.4, 21.5, 21.4), null, { leastRange: 2, least: -60 })).toEqual({
      low: 20.45,
      high: 22.45,
    })
  })

  test('follows values that span more than the least', () => {
    expect(sparkRange(samples(400, 1400), null, { leastRange: 200, least: 0 })).toEqual({
      low: 400,
      high: 1400,
    })
  })

  test('lets what is nearly nothing lie at the bottom', () => {
    expect(sparkRange(samples(0, 1, 0), null, { leastRange: 20, least: 0 })).toEqual({ low: 0, high: 20 })
    expect(sparkRange(samples(3, 4), null, { leastRange: 20, least: 0 })).toEqual({ low: 0, high: 20 })
  })

  test('has room for the level of an open alert', () => {
    expect(sparkRange(samples(2, 3), 50, { leastRange: 20, least: 0 })).toEqual({ low: 2, high: 50 })
  })

  test('is there before any sample is', () => {
    expect(sparkRange([], null, {})).toEqual({ low: 0, high: 1 })
  })
})
