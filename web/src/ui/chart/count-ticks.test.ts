import { expect, test } from 'vitest'
import { countTicks } from './count-ticks.ts'

const ticksUpTo = (most: number, heightPx = 186) => countTicks(heightPx / most, heightPx)

test.each([
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6]],
  [33, [0, 10, 20, 30]],
  [186, [0, 50, 100, 150]],
  [4_000, [0, 1_000, 2_000, 3_000, 4_000]],
])('an axis up to %i has a few round counts', (most, ticks) => {
  expect(ticksUpTo(most)).toEqual(ticks)
})

test('an axis has two to six whole counts, whatever its end', () => {
  for (let most = 1; most < 5_000; most += 1) {
    const ticks = ticksUpTo(most)
    expect(ticks.every(Number.isInteger), `${ticks}`).toBe(true)
    expect(ticks.length, `${ticks}`).toBeGreaterThanOrEqual(2)
    expect(ticks.length, `${ticks}`).toBeLessThanOrEqual(6)
  }
})
