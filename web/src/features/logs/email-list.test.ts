import { expect, test } from 'vitest'
import { isNarrowed } from '../../lib/lists/define-list.ts'
import { emailList } from './email-list.ts'

test('the address is parsed, and parsing the result again changes nothing', () => {
  const search = emailList.parse({
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
  expect(emailList.parse({ ...search })).toEqual(search)
})

test('a single type is a list of one', () => {
  expect(emailList.parse({ type: 'Invitation' }).type).toEqual(['Invitation'])
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
])('%o is ignored', (given) => {
  const parsed = Object.values(emailList.parse(given)).filter((value) => value !== undefined)
  expect(parsed).toEqual([])
})

test('sorting and paging do not count as filters, but a status does', () => {
  expect(isNarrowed(emailList, { sortBy: 'Type', page: 3, mail: 'id' })).toBe(false)
  expect(isNarrowed(emailList, { status: 'Failed' })).toBe(true)
})
