import { describe, expect, test } from 'vitest'
import { rateAir } from './rate.ts'
import { hourMs, hourNumber, rateHour, roomAt } from './rate-hours.ts'
import type { HourRead } from './room-hours.ts'

const minute = 60_000
/** The end of a day of reports. */
const end = Date.UTC(2026, 10, 20)
const kinds = ['ECO2', 'particulate', 'CO']

const deviceWith = (interval: number) => ({
  kinds,
  timeZone: 'UTC',
  intervals: [{ since: Number.NEGATIVE_INFINITY, ms: interval }] as const,
})

/** Returns the hourly sums of a room that reports regularly, the last time at `last`. */
function hoursUntil(last: number, interval: number, isLost = (_index: number): boolean => false) {
  const hours = new Map<number, HourRead>()
  for (let index = 0; index * interval < 50 * hourMs; index++) {
    if (isLost(index)) continue
    const value = index % 2 === 0 ? 810 : 790 // not stuck
    const number = hourNumber(last - index * interval)
    const { count, sum, min, max } = hours.get(number) ?? { count: 0, sum: 0, min: value, max: value }
    hours.set(number, {
      count: count + 1,
      sum: sum + value,
      min: Math.min(min, value),
      max: Math.max(max, value),
    })
  }
  return hours
}

const known = (hours: Map<number, HourRead>) =>
  new Map([
    ['ECO2', hours],
    ['particulate', hours],
    ['CO', hours],
  ] as const)

/** Returns the quantities that have a value at an instant. */
function ratedAt(at: number, hours: Map<number, HourRead>, interval: number, latestAt: number): string[] {
  const newestAt = Math.floor(at / hourMs) * hourMs
  const elapsed = Math.min(1, (at - newestAt) / hourMs)
  const room = roomAt(deviceWith(interval), known(hours), { newestAt, elapsed, noiseFloor: null, latestAt })
  return rateAir(room, kinds, 'EPA').parts.flatMap(({ key, value }) => (value === null ? [] : key))
}

const intervals = [5, 21, 30, 40, 60, 90, 120, 360, 720].map((minutes) => minutes * minute)

describe('a room that reports on schedule', () => {
  test.each(intervals)('every %i ms has all its live values at any time', (interval) => {
    for (let phase = 1; phase < 60; phase += 7) {
      const last = end + phase * minute
      const hours = hoursUntil(last, interval)
      for (let passed = 0; passed < interval; passed += Math.max(minute, interval / 24))
        expect(ratedAt(last + passed, hours, interval, last), `${passed} ms after ${phase} min`).toHaveLength(
          3,
        )
    }
  })

  test.each(intervals)('every %i ms has the scores of all past hours', (interval) => {
    for (let phase = 1; phase < 60; phase += 7) {
      const hours = known(hoursUntil(end + phase * minute, interval))
      for (let age = 0; age < 24; age++) {
        const scores = rateHour(deviceWith(interval), hours, {
          start: end - (age + 1) * hourMs,
          noiseFloor: null,
        })
        expect(scores.epa, `${age} hours ago, ${phase} min`).not.toBeNull()
      }
    }
  })
})

test.each(intervals.slice(2))('a room silent for two intervals of %i ms has no live score', (interval) => {
  for (let phase = 1; phase < 60; phase += 7) {
    const last = end + phase * minute
    expect(ratedAt(last + 2 * interval, hoursUntil(last, interval), interval, last)).not.toContain('ECO2')
  }
})

test.each([20, 30])('a room that loses every second report of each %i min has no live score', (minutes) => {
  const interval = minutes * minute
  const last = end + 29 * minute
  const hours = hoursUntil(last, interval, (index) => index % 2 === 1)
  expect(ratedAt(last + minute, hours, interval, last)).toEqual([])
})
