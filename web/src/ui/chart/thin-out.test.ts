import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thinOut } from './thin-out.ts'

type Point = [ms: number, value: number]

const series = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: -50, max: 50 })), { maxLength: 200 })
  .map((steps) => {
    let ms = 0
    return steps.map(([gap, value]): Point => {
      ms += gap
      return [ms, value]
    })
  })
const stepMs = 1000

test('a peak of a single sample is never dropped', () => {
  const calm = Array.from({ length: 600 }, (_, second): Point => [second * 1000, second === 333 ? 90 : 3])
  expect(thinOut(calm, 10_000)).toContainEqual([333_000, 90])
  expect(thinOut(calm, 10_000).length).toBeLessThan(130)
})

test('the first and last samples, the order, and the lowest and highest of each step are kept', () => {
  fc.assert(
    fc.property(series, (samples) => {
      const thin = thinOut(samples, stepMs)
      expect(thin[0]).toEqual(samples[0])
      expect(thin.at(-1)).toEqual(samples.at(-1))
      expect(thin).toEqual(samples.filter((sample) => thin.includes(sample)))
      expect(extremes(thin)).toEqual(extremes(samples))
    }),
  )
})

test('a line that has moved on keeps the points it had', () => {
  fc.assert(
    fc.property(series, fc.nat(30), (samples, left) => {
      const before = new Set(thinOut(samples, stepMs))
      const gone = samples[left]?.[0] ?? 0
      const inside = thinOut(samples.slice(left), stepMs).filter(
        ([ms]) => Math.floor(ms / stepMs) > Math.floor(gone / stepMs),
      )
      for (const sample of inside) expect(before.has(sample)).toBe(true)
    }),
  )
})

test('a line without samples to spare is unchanged', () => {
  const few: Point[] = [
    [0, 1],
    [1, 2],
  ]
  expect(thinOut(few, stepMs)).toBe(few)
  expect(thinOut([...few, [2, 1.5]], 0)).toHaveLength(3)
})

function extremes(samples: readonly Point[]) {
  const found = new Map<number, [low: number, high: number]>()
  for (const [ms, value] of samples) {
    const step = Math.floor(ms / stepMs)
    const [low, high] = found.get(step) ?? [value, value]
    found.set(step, [Math.min(low, value), Math.max(high, value)])
  }
  return found
}
