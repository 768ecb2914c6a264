import { expect, test } from 'vitest'
import { type KnownSeries, SeriesCache } from './series-cache.ts'

const hour = 3_600_000
const name = (no: number) => ({ no, key: 'CO', interval: 'OneHour' }) as const
const series = (points: number): KnownSeries => ({
  changedAt: 'once',
  from: 0,
  latestAt: 0,
  timeZone: 'UTC',
  cells: new Float64Array(5 * points),
})

test('what has not been used for the longest time is forgotten first', () => {
  let now = 0
  const cache = new SeriesCache(50, () => now)
  for (const no of [1, 2, 3]) cache.keep(name(no), series(10))
  now = 10_000
  cache.find(name(1))
  cache.keep(name(3), series(10))
  cache.keep(name(4), series(10))
  expect([1, 2, 3, 4].map((no) => cache.find(name(no)) !== undefined)).toEqual([true, false, true, true])
})

test('points of another length are another series', () => {
  const cache = new SeriesCache()
  cache.keep(name(1), series(1))
  expect(cache.find({ ...name(1), interval: 'FifteenMinutes' })).toBeUndefined()
})

test('a series is known for an hour after it was read completely', () => {
  let now = 0
  const cache = new SeriesCache(100, () => now)
  cache.keep(name(1), series(1))
  now = hour - 1
  const known = cache.find(name(1)) ?? series(0)
  cache.update(name(1), known, series(2))
  expect(cache.find(name(1))?.cells).toHaveLength(10)
  now = hour
  expect(cache.find(name(1))).toBeUndefined()
  cache.update(name(1), known, series(2))
  expect(cache.find(name(1))).toBeUndefined()
})

test('a request does not replace what another one has read meanwhile', () => {
  const cache = new SeriesCache()
  cache.keep(name(1), series(1))
  const known = cache.find(name(1)) ?? series(0)
  cache.keep(name(1), series(3))
  cache.update(name(1), known, series(2))
  expect(cache.find(name(1))?.cells).toHaveLength(15)
})

test('a request may use half of the cache', () => {
  const cache = new SeriesCache(520)
  expect(cache.hasRoomFor(10, 20)).toBe(true)
  expect(cache.hasRoomFor(10, 21)).toBe(false)
})
