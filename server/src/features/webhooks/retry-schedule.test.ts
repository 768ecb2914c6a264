import { expect, test } from 'vitest'
import { isFailingTooLong, retryDelayMs, retryDelaysMs, retryJitter } from './retry-schedule.ts'

test('retries last for 75 hours', () => {
  const hours = retryDelaysMs.reduce((sum, ms) => sum + ms, 0) / 3_600_000
  expect(hours).toBeGreaterThan(75)
  expect(hours).toBeLessThan(76)
})

test.each(retryDelaysMs.map((delay, index) => [index + 1, delay] as const))(
  'after %s failures, the next attempt waits for %s ms, plus or minus a fifth',
  (tries, delay) => {
    expect(retryDelayMs(tries, 0.5)).toBe(delay)
    expect(retryDelayMs(tries, 0)).toBe(delay * (1 - retryJitter))
    expect(retryDelayMs(tries, 0.999)).toBeLessThan(delay * (1 + retryJitter))
  },
)

test('after the last retry there is no other', () => {
  expect(retryDelayMs(retryDelaysMs.length + 1, 0.5)).toBeUndefined()
})

test('a receiver can request a longer pause, up to a day', () => {
  expect(retryDelayMs(1, 0.5, 60_000)).toBe(60_000)
  expect(retryDelayMs(2, 0.5, 1000)).toBe(300_000)
  expect(retryDelayMs(1, 0.5, 1e12)).toBe(86_400_000)
})

test('a receiver is stopped after five days of failures', () => {
  const since = new Date(0)
  expect(isFailingTooLong(since, new Date(5 * 86_400_000 - 1))).toBe(false)
  expect(isFailingTooLong(since, new Date(5 * 86_400_000))).toBe(true)
})
