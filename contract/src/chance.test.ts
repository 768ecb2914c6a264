import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chanceOfChange, chanceOfMore } from './chance.ts'

test.each([
  // Sums of binomial coefficients by hand: 2 · (1 + 10 + 45) / 2^10, and so on.
  [8, 2, 112 / 1024],
  [2, 8, 112 / 1024],
  [10, 0, 2 / 1024],
  [5, 5, 1],
  [3, 2, 1],
  [0, 0, 1],
])('%d after %d is as likely as %d', (count, before, chance) => {
  expect(chanceOfChange(count, before)).toBeCloseTo(chance, 10)
})

test.each([
  // One alert, or the other, in a period twice as long as the one before.
  [3, 0, 2 / 3, (2 * 8) / 27],
  [0, 3, 2 / 3, 2 / 27],
  // Unequal lengths alone explain these differences.
  [2, 1, 2 / 3, 1],
])('%d after %d, in a period that is %d of both, is as likely as %d', (count, before, share, chance) => {
  expect(chanceOfChange(count, before, share)).toBeCloseTo(chance, 10)
})

test('large counts of periods of different lengths continue the exact results too', () => {
  const share = 31 / 59
  const [exact, approximate] = [chanceOfChange(1100, 900, share), chanceOfChange(1101, 901, share)]
  expect(approximate).toBeGreaterThan(exact * 0.95)
  expect(approximate).toBeLessThan(exact * 1.05)
  expect(chanceOfChange(1060, 1000, share)).toBeCloseTo(1, 5)
})

test('large counts, computed by approximation, continue the exact results of small ones', () => {
  const [exact, approximate] = [chanceOfChange(1050, 950), chanceOfChange(1051, 951)]
  expect(approximate).toBeGreaterThan(exact * 0.95)
  expect(approximate).toBeLessThan(exact * 1.05)
})

test.each([
  [0, 3, 1],
  [1, 2, 1 - Math.exp(-2)],
  [3, 1, 1 - Math.exp(-1) * (1 + 1 + 0.5)],
  [4, 0, 0],
])('at least %d where %d is usual is as likely as %d', (count, expected, chance) => {
  expect(chanceOfMore(count, expected)).toBeCloseTo(chance, 9)
})

test('the higher a count, the less likely it is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 }),
      fc.double({ min: 0.01, max: 300, noNaN: true }),
      (count, expected) => {
        const [here, above] = [chanceOfMore(count, expected), chanceOfMore(count + 1, expected)]
        expect(above).toBeLessThanOrEqual(here)
        expect(here).toBeLessThanOrEqual(1)
      },
    ),
  )
})
