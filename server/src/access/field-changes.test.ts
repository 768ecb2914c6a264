import { expect, test } from 'vitest'
import { fieldChanges } from './field-changes.ts'

test('only fields with different values are changes, with the value before and after', () => {
  const before = { Name: 'Gym', City: 'Riga', Tags: ['a', 'b'] }
  expect(fieldChanges(before, { Name: 'Hall', City: 'Riga', Tags: ['a', 'b'] })).toEqual({
    Name: ['Gym', 'Hall'],
  })
})

test('a missing value counts as null', () => {
  expect(fieldChanges<object>({ Name: 'Gym' }, { City: 'Riga' })).toEqual({
    Name: ['Gym', null],
    City: [null, 'Riga'],
  })
  expect(fieldChanges<object>({ Name: null }, {})).toEqual({})
})

test('a missing value and an empty list are equal, but emptying a list is a change', () => {
  expect(fieldChanges<object>({}, { Lists: [], Users: ['Ann'] })).toEqual({ Users: [null, ['Ann']] })
  expect(fieldChanges<object>({ Lists: [] }, {})).toEqual({})
  expect(fieldChanges({ Lists: ['Office'] }, { Lists: [] })).toEqual({ Lists: [['Office'], []] })
})
