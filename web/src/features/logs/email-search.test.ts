import { expect, test } from 'vitest'
import { isNarrowed, parseEmailSearch } from './email-search.ts'

test('what the address says is read, and reading it again changes nothing', () => {
  const search = parseEmailSearch({
    search: ' ann ',
    status: 'Kept',
    type: ['Invitation', 'PasswordReset'],
    sortBy: 'Receiver',
    order: 'asc',
    page: 2,
    mail: 'id',
  })
  expect(search).toEqual({
    search: 'ann',
    status: 'Kept',
    type: ['PasswordReset', 'Invitation'],
    sortBy: 'Receiver',
    order: 'asc',
    page: 2,
    mail: 'id',
  })
  expect(parseEmailSearch({ ...search })).toEqual(search)
})

test('a single type is a list of one', () => {
  expect(parseEmailSearch({ type: 'Invitation' }).type).toEqual(['Invitation'])
})

test.each([
  { search: 7 },
  { status: 'Lost' },
  { type: ['Lost'] },
  { sortBy: 'CreatedAt' },
  { sortBy: 'Text' },
  { order: 'desc' },
  { page: -1 },
  { mail: '' },
])('%o says nothing', (given) => {
  const said = Object.values(parseEmailSearch(given)).filter((value) => value !== undefined)
  expect(said).toEqual([])
})

test('an order or a page narrows nothing, a state does', () => {
  expect(isNarrowed({ sortBy: 'Type', page: 3, mail: 'id' })).toBe(false)
  expect(isNarrowed({ status: 'Failed' })).toBe(true)
})
