import { expect, test } from 'vitest'
import { sharedColumn } from './shared-columns.ts'

test('equal columns become the same array', () => {
  const column = sharedColumn([1, 2, 3])
  expect(column).toEqual([1, 2, 3])
  expect(sharedColumn([1, 2, 3])).toBe(column)
})

test.each([
  ['longer', [4, 5, 6, 7]],
  ['shorter', [4, 5]],
  ['empty', []],
  ['of other numbers', [4, 5, 7]],
])('a column that is %s stays a different one', (_, other) => {
  sharedColumn([4, 5, 6])
  expect(sharedColumn(other)).toEqual(other)
})

test('only recent columns are kept', () => {
  const column = sharedColumn([8])
  for (let number = 100; number < 107; number += 1) sharedColumn([number])
  expect(sharedColumn([8])).toBe(column)
  sharedColumn([107])
  expect(sharedColumn([8])).not.toBe(column)
})
