import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { addressKey, createRateLimit } from './rate-limit.ts'

function limited(work: () => void): number | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return error.details.retryAfterSeconds
    throw error
  }
}

test('a burst is allowed, then single requests at the configured rate', () => {
  let now = 0
  const limit = createRateLimit({ burst: 3, perMinute: 6 }, () => now)
  for (let n = 0; n < 3; n++) expect(limited(() => limit('a'))).toBeUndefined()
  expect(limited(() => limit('a'))).toBe(10)
  expect(limited(() => limit('b'))).toBeUndefined()
  now = 9_000
  expect(limited(() => limit('a'))).toBe(1)
  now = 10_000
  expect(limited(() => limit('a'))).toBeUndefined()
  expect(limited(() => limit('a'))).toBe(10)
})

test('refused requests do not extend the wait', () => {
  let now = 0
  const limit = createRateLimit({ burst: 1, perMinute: 6 }, () => now)
  limit('a')
  for (let n = 0; n < 100; n++) expect(limited(() => limit('a'))).toBe(10)
  now = 10_000
  expect(limited(() => limit('a'))).toBeUndefined()
})

test('refunded requests can be used again', () => {
  const limit = createRateLimit({ burst: 1, perMinute: 6 }, () => 0)
  limit('a')
  expect(limited(() => limit('a'))).toBe(10)
  limit.refund('a')
  expect(limited(() => limit('a'))).toBeUndefined()
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
