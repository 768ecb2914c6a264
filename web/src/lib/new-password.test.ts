import { expect, test } from 'vitest'
import { newPasswordFault, passwordAdvice } from './new-password.ts'

test.each([
  ['', 'Please enter a password'],
  ['ninechars', 'At least 10 characters, please'],
  ['😀'.repeat(9), 'At least 10 characters, please'],
  ['x'.repeat(129), 'At most 128 characters, please'],
])('"%s" is refused', (password, fault) => {
  expect(newPasswordFault(password)).toBe(fault)
})

test.each(['ten chars!', '😀'.repeat(128), ' spaces are characters '])('"%s" may be chosen', (password) => {
  expect(newPasswordFault(password)).toBeUndefined()
})

test('more than the least is advised for a password alone', () => {
  expect(passwordAdvice()).toContain('15 or more')
})
