import { expect, test } from 'vitest'
import { busiestDay } from './busiest-day.ts'

test('the busiest day is the first with the most alerts', () => {
  expect(
    busiestDay([
      [1, 2],
      [2, 5],
      [3, 5],
    ]),
  ).toEqual({ startMs: 2, count: 5 })
  expect(busiestDay([[1, 0]])).toBeUndefined()
  expect(busiestDay([])).toBeUndefined()
})
