import { expect, test } from 'vitest'
import { newPasswordFault, passwordAdvice } from './new-password.ts'

test.each([
  ['', 'Please enter a password'],
  ['ninechars', 'Please enter at least 10 characters'],
  ['😀'.repeat(9), 'Please enter at least 10 characters'],
  ['x'.repeat(129), 'Please enter at most 128 characters'],
])('"%s" is refused', (password, fault) => {
  expect(newPasswordFault(password)).toBe(fault)
})

test.each(['ten chars!', '😀'.repeat(128), ' spaces are characters '])('"%s" may be chosen', (password) => {
  expect(newPasswordFault(password)).toBeUndefined()
})

test('more than the least is advised for a password alone', () => {
  expect(passwordAdvice()).toContain('15 or more')
})
