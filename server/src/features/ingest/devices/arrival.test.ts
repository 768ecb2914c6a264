import { expect, test } from 'vitest'
import { arrivalOf } from './arrival.ts'

const arrivals = (...clock: number[]) => {
  const device = { lastArrival: null }
  return clock.map((now) => arrivalOf(device, now))
}

test('samples of a millisecond get consecutive times, which those of the next ones continue', () => {
  expect(arrivals(5000, 5000, 5000, 5001, 5002, 5010)).toEqual([5000, 5001, 5002, 5003, 5004, 5010])
})

test('no time is more than a second ahead', () => {
  const times = arrivals(...Array.from({ length: 1500 }, () => 5000))
  expect([Math.max(...times), new Set(times).size]).toEqual([6000, 1001])
})

test('times follow a clock that is set back, but not by less than a second', () => {
  expect(arrivals(90_000, 89_500, 5000, 5000)).toEqual([90_000, 90_001, 5000, 5001])
})
