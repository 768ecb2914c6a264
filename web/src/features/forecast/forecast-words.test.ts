import { expect, test } from 'vitest'
import { percentBetter } from './forecast-words.ts'

test.each([
  [3, 4, 25],
  [3.999, 4, 0],
  [4, 4, 0],
  [5, 4, 0],
  [1, 0, 0],
])('a forecast off by %d beside a simple rule off by %d is %d %% better', (ours, simple, percent) => {
  expect(percentBetter({ ours, simple })).toBe(percent)
})
