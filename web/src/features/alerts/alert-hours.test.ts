import { expect, test } from 'vitest'
import { hourOptions } from './alert-hours.ts'

const hours = (first: number, step?: number) => hourOptions(first, step).map(({ value }) => Number(value))

test('the hours of a day are 24 options, from midnight or from one', () => {
  expect(hours(0)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  expect(hours(1).at(-1)).toBe(24)
  expect(hourOptions(1)).toHaveLength(24)
})

test.each([
  [2, 12],
  [5, 5],
  [6, 4],
  [24, 1],
])('with a step of %s, %s of them are offered, that far apart', (step, count) => {
  const offered = hours(0, step)
  expect(offered).toHaveLength(count)
  expect(offered.every((hour, at) => hour === at * step)).toBe(true)
})
