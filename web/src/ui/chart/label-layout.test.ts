import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadLabels } from './label-layout.ts'

test('labels that do not touch stay where they are', () => {
  expect(spreadLabels([80, 10, 40], 17, 0, 200)).toEqual([80, 10, 40])
})

test('labels at the same position are stacked in their order', () => {
  expect(spreadLabels([50, 50, 50], 17, 0, 200)).toEqual([50, 67, 84])
})

test('labels at the lower edge are pushed up', () => {
  expect(spreadLabels([198, 199], 17, 0, 200)).toEqual([183, 200])
})

test('labels keep their distance and their order whenever they fit', () => {
  const positions = fc.array(fc.integer({ min: 0, max: 250 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(positions, (wanted) => {
      const placed = spreadLabels(wanted, 17, 0, 250)
      const order = wanted.map((_, n) => n).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
      const ascending = order.map((n) => placed[n] ?? Number.NaN)
      for (const [n, y] of ascending.entries()) {
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(250)
        if (n > 0) expect(y - (ascending[n - 1] ?? 0)).toBeGreaterThanOrEqual(17)
      }
    }),
  )
})
