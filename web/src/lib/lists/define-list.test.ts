import { mostPage } from '@eot/contract/wire'
import { expect, test } from 'vitest'
import { defineList, someIds } from './define-list.ts'

const read = defineList({ path: '/devices', sort: ['Name', 'Mac'] }).parse
const present = (search: object) => Object.values(search).filter((value) => value !== undefined)

test('defaults are left out of the address', () => {
  expect(present(read({ search: '  ', sortBy: 'Name', order: 'asc', page: 0 }))).toEqual([])
})

test('parsing an address twice changes nothing', () => {
  const once = read({ search: ' gym ', sortBy: 'Mac', order: 'desc', page: 2, add: true })
  expect(once).toEqual({ search: 'gym', sortBy: 'Mac', order: 'desc', page: 2, add: true })
  expect(read({ ...once })).toEqual(once)
})

test("a page beyond the API's limit becomes that limit", () => {
  expect(read({ page: 1e9 })).toEqual({ page: mostPage })
})

test('invalid values are dropped', () => {
  expect(present(read({ search: 7, sortBy: 'Password', order: 'up', page: -3.5, add: 'yes' }))).toEqual([])
})

test('a filter by ids keeps each valid one once, and is unset without any', () => {
  const id = '01999999-9999-7999-8999-999999999999'
  expect(someIds([id, id, 'gym', 7])).toEqual([id])
  expect(someIds(id)).toEqual([id])
  expect(someIds(['gym'])).toBeUndefined()
  expect(someIds(undefined)).toBeUndefined()
})
