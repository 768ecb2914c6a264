import { expect, test } from 'vitest'
import { rangeOfFilters } from './range-search.ts'

const last = 2.5e14

test.each([
  ['an end that no calendar has', { startTime: 1, endTime: 8.7e15 }, { startTime: 1 }],
  ['a start that no calendar has', { startTime: 8.7e15, endTime: 9 }, { endTime: 9 }],
  ['dates that no calendar has', { dates: [-5, 8.7e15], endTime: 9 }, { endTime: 9 }],
  ['the last instant', { startTime: 1, endTime: last }, { startTime: 1, endTime: last }],
])('a range with %s keeps what is valid', (_, given, expected) => {
  expect(rangeOfFilters(given)).toEqual({ range: 'custom', ...expected })
})

test.each([
  { startTime: last + 1 },
  { endTime: 8.7e15 },
  { startTime: 9, endTime: 9 },
  { range: 'custom', dates: [9, 5] },
])('%o is no range', (given) => {
  expect(rangeOfFilters(given)).toEqual({})
})

test('a preset wins over times that are not valid', () => {
  expect(rangeOfFilters({ range: 'today', endTime: 8.7e15 })).toEqual({ range: 'today' })
})
