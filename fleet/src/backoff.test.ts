import { expect, test } from 'vitest'
import { backoffMs, retryAfterMs } from './backoff.ts'

const backoff = { firstMs: 1_000, mostMs: 60_000 }

test('the delay doubles up to its limit and half of it is random', () => {
  expect([0, 1, 2, 3, 10, 1_000].map((attempt) => backoffMs(attempt, backoff, () => 0))).toEqual([
    500, 1_000, 2_000, 4_000, 30_000, 30_000,
  ])
  expect(backoffMs(2, backoff, () => 0.5)).toBe(3_000)
})

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('Retry-After: %s means a delay of %s ms', (header, expected) => {
  expect(retryAfterMs(header, Date.parse('2026-11-20T10:00:00Z'))).toBe(expected)
})
