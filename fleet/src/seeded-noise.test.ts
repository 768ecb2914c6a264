import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bell, bits, drift, unit } from './seeded-noise.ts'

test('noise depends on the seed and position only, not on earlier calls', () => {
  const first = [unit(7, 1, 1_700_000_000_123), bell(7, 2, 5), drift(7, 3, 12.25)]
  unit(8, 1, 99)
  expect([unit(7, 1, 1_700_000_000_123), bell(7, 2, 5), drift(7, 3, 12.25)]).toEqual(first)
})

test('instants that differ only above bit 32 have different noise', () => {
  expect(bits(1, 1, 1_000)).not.toBe(bits(1, 1, 1_000 + 2 ** 32))
})

test('noise stays within its limits', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), fc.integer({ min: 0, max: 2 ** 45 }), (seed, salt, n) => {
      expect(unit(seed, salt, n)).toBeGreaterThanOrEqual(0)
      expect(unit(seed, salt, n)).toBeLessThan(1)
      expect(Math.abs(bell(seed, salt, n))).toBeLessThanOrEqual(3)
      expect(Math.abs(drift(seed, salt, n / 1_000))).toBeLessThanOrEqual(1)
    }),
  )
})

test('unit noise is uniform, and bell noise has mean 0 and standard deviation 1', () => {
  const n = 20_000
  let sum = 0
  let squares = 0
  const tenths = new Array<number>(10).fill(0)
  for (let i = 0; i < n; i++) {
    const value = bell(3, 4, i * 5_000)
    sum += value
    squares += value * value
    const tenth = Math.floor(unit(3, 5, i * 5_000) * 10)
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  expect(Math.abs(sum / n)).toBeLessThan(0.03)
  expect(Math.abs(squares / n - 1)).toBeLessThan(0.05)
  for (const count of tenths) expect(Math.abs(count - n / 10)).toBeLessThan(n / 50)
})

test('drift has no jumps', () => {
  for (let x = 0; x < 50; x += 0.01)
    expect(Math.abs(drift(9, 1, x + 0.01) - drift(9, 1, x))).toBeLessThan(0.04)
})
