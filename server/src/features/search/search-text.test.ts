import { expect, test } from 'vitest'
import { searchTextOf } from './search-text.ts'

test('each word may be the beginning of a word in the name', () => {
  expect(searchTextOf('Lib east').words).toBe("'lib':* & 'east':*")
})

test('operators of text search and patterns are plain text', () => {
  expect(searchTextOf("a'b | !c").words).toBe("'a':* & 'b':* & 'c':*")
  expect(searchTextOf(' 100%_ ').prefix).toBe('100%_')
  expect(searchTextOf('!').words).toBe(null)
})

test.each([
  ['a4cf12', 'A4:CF:12'],
  ['A4:CF:1', 'A4:CF:1'],
  ['a4-cf-12-00', 'A4:CF:12:00'],
  ['a4cf.1200', 'A4:CF:12:00'],
  ['a4c', null],
  ['library', null],
])('the text %s is searched for as the hardware address %s', (text, mac) =>
  expect(searchTextOf(text).mac).toBe(mac),
)
