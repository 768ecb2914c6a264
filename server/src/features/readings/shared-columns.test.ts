import { expect, test } from 'vitest'
import { pointsOfCells } from './point-cells.ts'
import { RecentColumns } from './shared-columns.ts'

test('equal columns become the same array', () => {
  const columns = new RecentColumns()
  const column = columns.shared([1, 2, 3])
  expect(column).toEqual([1, 2, 3])
  expect(columns.shared([1, 2, 3])).toBe(column)
})

test.each([
  ['longer', [4, 5, 6, 7]],
  ['shorter', [4, 5]],
  ['empty', []],
  ['of other numbers', [4, 5, 7]],
])('a column that is %s stays a different one', (_, other) => {
  const columns = new RecentColumns()
  columns.shared([4, 5, 6])
  expect(columns.shared(other)).toEqual(other)
})

test('only the eight columns that were used last are kept', () => {
  const columns = new RecentColumns()
  const [first, second] = [columns.shared([1]), columns.shared([2])]
  for (let number = 3; number <= 8; number += 1) columns.shared([number])
  expect(columns.shared([1])).toBe(first)
  columns.shared([9])
  expect(columns.shared([1])).toBe(first)
  expect(columns.shared([2])).not.toBe(second)
})

test('series with equal times and counts share them', () => {
  const points = (mean: number) =>
    pointsOfCells(Float64Array.of(0, 2, 2 * mean, mean, mean, 60, 2, 2 * mean, mean, mean), 0, (at) => at)
  const [one, other] = [points(20), points(21)]
  expect(one.columns[1]).not.toEqual(other.columns[1])
  for (const place of [0, 4]) expect(one.columns[place]).toBe(other.columns[place])
})
