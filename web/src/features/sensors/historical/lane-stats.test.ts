import { expect, test } from 'vitest'
import { laneStats } from './lane-stats.ts'

test('the mean is that of all samples, whatever interval they are in', () => {
  const stats = laneStats([
    [0, 10, 4, 12, 3],
    [60, 20, 20, 20, 1],
  ])
  expect(stats).toEqual({ min: 4, mean: 12.5, max: 20, count: 4 })
})

test('a series without points has none', () => {
  expect(laneStats([])).toBeUndefined()
})
