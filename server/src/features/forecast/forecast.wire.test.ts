import { expect, test } from 'vitest'
import { scoredToWire } from './forecast.wire.ts'

test.each([
  ['2026-03-29', 23, [0, 1, 3, 4]],
  ['2026-10-24', 24, [0, 1, 2, 3]],
  ['2026-10-25', 25, [0, 1, 2, 2]],
])('the hours of %s, which has %d, are those of the local time in Berlin', (day, count, first) => {
  const values = Array.from({ length: count }, (_, n) => n)
  const { Hours } = scoredToWire(
    {
      day,
      mean: 1,
      low80: 0,
      high80: 3,
      count: 2,
      last_week: 1,
      hour_means: values,
      hour_lows: values,
      hour_highs: values,
      hour_counts: values,
    },
    'Europe/Berlin',
  )
  expect(Hours.slice(0, 4).map(({ Hour }) => Hour)).toEqual(first)
  expect(Hours.at(-1)?.Hour).toBe(23)
  expect(Hours.map(({ Count }) => Count)).toEqual(values)
})
