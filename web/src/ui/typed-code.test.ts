import { expect, test } from 'vitest'
import { codePlaces, typedCode } from './typed-code.ts'

test.each([
  ['', ''],
  ['12', '12'],
  ['12a3', '123'],
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['1234567', '123456'],
  ['Your code of 2026: 654321.', '654321'],
  ['code', ''],
])('"%s" is read as "%s"', (text, code) => {
  expect(typedCode(text)).toBe(code)
})

test('each digit has its own box, and the first empty one is next', () => {
  expect(codePlaces('12').map(({ digit }) => digit)).toEqual(['1', '2', '', '', '', ''])
  expect(codePlaces('12').find(({ isNext }) => isNext)?.place).toBe(2)
  expect(codePlaces('123456').find(({ isNext }) => isNext)?.place).toBe(5)
})
