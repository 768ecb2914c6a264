import { expect, test } from 'vitest'
import { isNarrowed } from '../../lib/lists/define-list.ts'
import { messageList } from './message-list.ts'

test('the address is parsed, and parsing the result again changes nothing', () => {
  const search = messageList.parse({
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
  expect(messageList.parse({ ...search })).toEqual(search)
})

test('a single type is a list of one', () => {
  expect(messageList.parse({ type: 'Invitation' }).type).toEqual(['Invitation'])
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
  const parsed = Object.values(messageList.parse(given)).filter((value) => value !== undefined)
  expect(parsed).toEqual([])
})

test('sorting, paging and the channel do not count as filters, but a status does', () => {
  expect(isNarrowed(messageList, { sortBy: 'Type', page: 3, mail: 'id' })).toBe(false)
  expect(isNarrowed(messageList, { status: 'Failed' })).toBe(true)
  expect(isNarrowed(messageList, { channel: 'Text' })).toBe(false)
})
