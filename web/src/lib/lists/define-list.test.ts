import { expect, test } from 'vitest'
import { defineList } from './define-list.ts'

const read = defineList({ path: '/devices', sort: ['Name', 'Mac'] }).parse
const present = (search: object) => Object.values(search).filter((value) => value !== undefined)

test('what is usual is left out of the address', () => {
  expect(present(read({ search: '  ', sortBy: 'Name', order: 'asc', page: 0 }))).toEqual([])
})

test('an address is read the same when it is read twice', () => {
  const once = read({ search: ' gym ', sortBy: 'Mac', order: 'desc', page: 2, add: true })
  expect(once).toEqual({ search: 'gym', sortBy: 'Mac', order: 'desc', page: 2, add: true })
  expect(read({ ...once })).toEqual(once)
})

test('what nobody can mean is dropped', () => {
  expect(present(read({ search: 7, sortBy: 'Password', order: 'up', page: -3.5, add: 'yes' }))).toEqual([])
})
