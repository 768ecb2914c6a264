import { expect, test } from 'vitest'
import { findUnusual } from './unusual-cells.ts'

const week = (countOf: (day: number, hour: number) => number) =>
  Array.from({ length: 168 }, (_, n) => ({
    DayOfWeek: Math.floor(n / 24),
    HourOfDay: n % 24,
    Count: countOf(Math.floor(n / 24), n % 24),
  }))

test('only a cell with far more alerts than expected from its day and hour is unusual', () => {
  const cells = findUnusual(
    week((day, hour) => (day === 4 && hour === 11 ? 30 : hour > 7 && hour < 16 ? 2 : 0)),
  )
  expect(cells.filter(({ isUnusual }) => isUnusual)).toMatchObject([
    { DayOfWeek: 4, HourOfDay: 11, Count: 30 },
  ])
})

test('no cell is unusual if all cells are alike, or nearly empty', () => {
  expect(findUnusual(week(() => 4)).some(({ isUnusual }) => isUnusual)).toBe(false)
  expect(
    findUnusual(week((day, hour) => (day === 1 && hour === 3 ? 2 : 0))).some(({ isUnusual }) => isUnusual),
  ).toBe(false)
  expect(findUnusual(week(() => 0)).some(({ isUnusual }) => isUnusual)).toBe(false)
})
