import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestIndex } from './nearest.ts'

test('an empty list has no nearest time', () => {
  expect(nearestIndex([], 5)).toBe(-1)
})

test('no other time is nearer than the one returned', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.integer(), (times, ms) => {
      const ascending = [...times].sort((a, b) => a - b)
      const found = ascending[nearestIndex(ascending, ms)] ?? Number.NaN
      expect(Math.abs(found - ms)).toBe(Math.min(...ascending.map((time) => Math.abs(time - ms))))
    }),
  )
})
