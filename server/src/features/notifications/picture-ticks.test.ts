import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeTicks, valueTicks } from './picture-ticks.ts'

const minute = 60_000
const hour = 60 * minute
const inUtc = (ticks: readonly number[]) => ticks.map((at) => new Date(at).toISOString().slice(5, 16))

test.each([
  [
    'twenty minutes',
    '2027-11-08T16:16:04Z',
    21 * minute,
    'America/Chicago',
    ['11-08T16:20', '11-08T16:25', '11-08T16:30', '11-08T16:35'],
  ],
  [
    'half an hour where clocks are 45 minutes off',
    '2027-11-08T16:16:04Z',
    44 * minute,
    'Asia/Kathmandu',
    ['11-08T16:25', '11-08T16:35', '11-08T16:45', '11-08T16:55'],
  ],
  [
    'hours where clocks are 45 minutes off',
    '2027-11-08T16:16:04Z',
    5 * hour,
    'Asia/Kathmandu',
    ['11-08T18:15', '11-08T20:15'],
  ],
  [
    'days, which begin at local midnight',
    '2027-11-08T16:16:04Z',
    70 * hour,
    'America/Chicago',
    ['11-09T06:00', '11-10T06:00', '11-11T06:00'],
  ],
  [
    'days on both sides of a clock change',
    '2027-11-06T12:00:00Z',
    60 * hour,
    'America/Chicago',
    ['11-07T05:00', '11-08T06:00'],
  ],
])('the time axis of %s has round local times', (_name, from, length, zone, expected) => {
  const start = Date.parse(from)
  expect(inUtc(timeTicks({ from: start, to: start + length }, zone, 5).ticks)).toEqual(expected)
})

test.each([
  [9, 72, [0, 20, 40, 60, 80]],
  [0, 100, [0, 25, 50, 75, 100]],
  [21.2, 35, [20, 25, 30, 35]],
  [-12, -3, [-12.5, -10, -7.5, -5, -2.5]],
  [5, 5, [4, 6]],
  [0, 0, [0, 0.25]],
])('values from %d to %d have round ticks', (low, high, expected) => {
  expect(valueTicks(low, high)).toEqual(expected)
})

test('ticks enclose all values, and are few and evenly spaced', () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      const ticks = valueTicks(low, high)
      const slack = Math.max(Math.abs(low), Math.abs(high)) * 1e-6 + 1e-6
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks[0]).toBeLessThanOrEqual(low + slack)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high - slack)
    }),
  )
})
