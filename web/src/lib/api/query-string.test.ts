import { expect, test } from 'vitest'
import { queryString } from './query-string.ts'

test('the parameters of the specification come first, in its order, then the filters', () => {
  const query = { search: 'gym', SiteId: 's', order: 'asc', Page: 2, DeviceId: 'd', CountOnly: true }
  expect(queryString(query)).toBe('?Page=2&DeviceId=d&SiteId=s&CountOnly=true&search=gym&order=asc')
})

test('a list repeats its parameter', () => {
  expect(queryString({ type: ['Vape', 'CO'] })).toBe('?type=Vape&type=CO')
})

test('unset values are left out, zero and false are not', () => {
  expect(queryString({ a: undefined, b: null, c: '', Page: 0, ongoing: false })).toBe('?Page=0&ongoing=false')
})

test('text is URL-encoded', () => {
  expect(queryString({ search: 'Room 2&3 ü' })).toBe('?search=Room+2%263+%C3%BC')
})

test('an empty query is an empty string', () => {
  expect([queryString(undefined), queryString({})]).toEqual(['', ''])
})
