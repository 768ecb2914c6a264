import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Part, toPoints } from './series.ts'

const part = fc.record<Part>({
  start: fc.integer({ min: 0, max: 200 }),
  count: fc.integer({ min: 0, max: 3 }),
  min: fc.integer({ min: -9, max: 9 }),
  max: fc.integer({ min: -9, max: 9 }),
  sum: fc.integer({ min: -99, max: 99 }),
})

test('parts in any order become one point for each group that has values, in order of time', () => {
  const groupOf = (start: number) => start - (start % 10)
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const filled = parts.filter(({ count }) => count > 0)
      const starts = [...new Set(filled.map(({ start }) => groupOf(start)))].sort((a, b) => a - b)
      const expected = starts.map((start) => {
        const own = filled.filter((one) => groupOf(one.start) === start)
        const total = (of: (one: Part) => number) => own.reduce((sum, one) => sum + of(one), 0)
        const count = total((one) => one.count)
        return [
          start,
          Number((total((one) => one.sum) / count).toPrecision(10)),
          Math.min(...own.map(({ min }) => min)),
          Math.max(...own.map(({ max }) => max)),
          count,
        ]
      })
      const withoutSign = (points: readonly number[][]) =>
        points.map((point) => point.map((value) => value + 0))
      expect(withoutSign(toPoints(parts, groupOf))).toEqual(withoutSign(expected))
    }),
  )
})

test('means have ten digits', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(fc.oneof(finite, fc.double({ min: -1e4, max: 1e4, noNaN: true })), (sum) => {
      const [point] = toPoints([{ start: 0, count: 1, min: 0, max: 0, sum }], () => 0)
      expect((point?.[1] ?? Number.NaN) + 0).toBe(Number(sum.toPrecision(10)) + 0)
    }),
    { numRuns: 2000 },
  )
  expect(toPoints([{ start: 0, count: 3, min: 0, max: 0, sum: 1 }], () => 0)[0]?.[1]).toBe(0.3333333333)
})
