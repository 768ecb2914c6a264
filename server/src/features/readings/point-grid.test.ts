import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Part, shownMean } from './part.ts'
import { PointGrid } from './point-grid.ts'

type DevicePart = Part & { no: number; key: number }

const part = fc
  .record<DevicePart>({
    no: fc.integer({ min: 7, max: 8 }),
    key: fc.integer({ min: 0, max: 2 }),
    start: fc.integer({ min: 0, max: 200 }),
    count: fc.integer({ min: 0, max: 3 }),
    min: fc.integer({ min: -9, max: 9 }),
    max: fc.integer({ min: -9, max: 9 }),
    sum: fc.integer({ min: -99, max: 99 }),
  })
  // A single value is its own minimum and maximum.
  .map((one) => (one.count === 1 ? { ...one, min: one.sum, max: one.sum } : one))

const keys = [0, 1, 2]

/** Returns the points of devices 7 and 8 for each key. Parts are added in two portions, as if from two tables. */
function pointsOf(parts: readonly DevicePart[], pointStart: (start: number) => number) {
  const grid = new PointGrid({ keyCount: keys.length, seriesCount: 2 }, pointStart)
  const half = parts.length >> 1
  const portions = [parts.slice(0, half), parts.slice(half)]
  for (const [key, portion] of keys.flatMap((key) => portions.map((portion) => [key, portion] as const))) {
    const some = portion.filter((one) => one.key === key)
    const column = (of: (part: DevicePart) => number) => Float64Array.from(some, of)
    grid.add(
      key,
      { nos: column(({ no }) => no), starts: column(({ start }) => start) },
      {
        counts: column(({ count }) => count),
        mins: column(({ min }) => min),
        maxs: column(({ max }) => max),
        sums: column(({ sum }) => sum),
      },
      (no) => no - 7,
    )
  }
  return keys.map((key) => grid.points(key).map((points) => points.toList()))
}

function expectedAt(start: number, own: readonly Part[]): number[] {
  const total = (of: (one: Part) => number) => own.reduce((sum, one) => sum + of(one), 0)
  const count = total((one) => one.count)
  return [
    start,
    Number((total((one) => one.sum) / count).toPrecision(10)),
    Math.min(...own.map(({ min }) => min)),
    Math.max(...own.map(({ max }) => max)),
    count,
  ]
}

test('parts in any order become one point for each device and interval with values, in order of time', () => {
  const pointStart = (start: number) => start - (start % 10)
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const seriesOf = (key: number, device: number) => {
        const own = parts.filter((one) => one.key === key && one.no === device && one.count > 0)
        const byPoint = Map.groupBy(own, ({ start }) => pointStart(start))
        return [...byPoint].sort(([a], [b]) => a - b).map(([start, some]) => expectedAt(start, some))
      }
      const expected = keys.map((key) => [7, 8].map((device) => seriesOf(key, device)))
      const withoutSign = (ofKeys: readonly number[][][][]) =>
        ofKeys.map((series) => series.map((points) => points.map((point) => point.map((value) => value + 0))))
      expect(withoutSign(pointsOf(parts, pointStart))).toEqual(withoutSign(expected))
    }),
  )
})

test('any number of points fits, in any order', () => {
  const count = 5000
  const parts = keys.flatMap((key) =>
    Array.from({ length: count }, (_, n) => ({
      no: 7 + (n % 2),
      key,
      start: count - n,
      count: 1,
      min: n + key,
      max: n + key,
      sum: n + key,
    })),
  )
  const found = pointsOf(parts, (start) => start)
  const expected = keys.map((key) =>
    [7, 8].map((no) =>
      parts
        .filter((one) => one.key === key && one.no === no)
        .map(({ start, sum }) => [start, sum, sum, sum, 1])
        .reverse(),
    ),
  )
  expect(found).toEqual(expected)
})

test('a single value is the mean, even if its sum has more digits', () => {
  const part = { no: 7, key: 0, start: 0, count: 1, min: 21.2, max: 21.2, sum: 21.200000000000003 }
  expect(pointsOf([part], () => 0)[0]?.[0]).toEqual([[0, 21.2, 21.2, 21.2, 1]])
})

test('the start of a point is computed once for each start of a part, however many keys there are', () => {
  const asked: number[] = []
  const parts = [5, 6, 5].flatMap((start) =>
    keys.map((key) => ({ no: 7, key, start, count: 1, min: 0, max: 0, sum: 0 })),
  )
  pointsOf(parts, (start) => {
    asked.push(start)
    return 0
  })
  expect(asked.toSorted()).toEqual([5, 6])
})

test('means have ten digits', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(fc.oneof(finite, fc.double({ min: -1e4, max: 1e4, noNaN: true })), (mean) => {
      expect(shownMean(mean) + 0).toBe(Number(mean.toPrecision(10)) + 0)
    }),
    { numRuns: 2000 },
  )
  expect(pointsOf([{ no: 7, key: 0, start: 0, count: 3, min: 0, max: 0, sum: 1 }], () => 0)[0]?.[0]).toEqual([
    [0, 0.3333333333, 0, 0, 3],
  ])
})
