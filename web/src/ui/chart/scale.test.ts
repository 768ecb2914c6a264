import { expect, test } from 'vitest'
import { valueScale } from './scale.ts'

test('an axis of counts starts at zero', () => {
  expect(valueScale([3, 40, 84])).toEqual({ min: 0, max: 100, ticks: [0, 25, 50, 75, 100] })
})

test('an axis of values far from zero has a padded range, so that small changes are visible', () => {
  const { min, max } = valueScale([20.9, 22.4])
  expect(min).toBeGreaterThan(18)
  expect(min).toBeLessThanOrEqual(20.9)
  expect(max).toBeGreaterThanOrEqual(22.4)
})

test('an axis through zero has a tick at zero', () => {
  expect(valueScale([-7, 12]).ticks).toContain(0)
})

test('a constant value still gets a range', () => {
  expect(valueScale([0, 0])).toEqual({ min: 0, max: 1, ticks: [0, 0.25, 0.5, 0.75, 1] })
  const { min, max } = valueScale([21.5])
  expect(min).toBeLessThan(21.5)
  expect(max).toBeGreaterThan(21.5)
})

test('ticks have no binary rounding errors', () => {
  for (const tick of valueScale([0, 0.31]).ticks) expect(String(tick).length).toBeLessThan(6)
})

test('without values the axis goes from zero to one', () => {
  expect(valueScale([])).toEqual({ min: 0, max: 1, ticks: [0, 1] })
})
