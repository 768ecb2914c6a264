import { expect, test } from 'vitest'
import { periodsOf } from './chance-periods.ts'

test('the number of periods never overstates how unlikely something is', () => {
  expect([0.049, 0.011, 0.0099, 0.0021, 1e-12].map(periodsOf)).toEqual([20, 50, 100, 200, 1000])
  for (const chance of [0.04, 0.03, 0.007, 0.0004]) expect(chance).toBeLessThan(1 / periodsOf(chance))
})
