import { expect, test } from 'vitest'
import { newPasswordFault, passwordAdvice } from './new-password.ts'

test.each([
  ['', 'Please enter a password'],
  ['ninechars', 'Please enter at least 10 characters'],
  ['😀'.repeat(9), 'Please enter at least 10 characters'],
  ['x'.repeat(129), 'Please enter at most 128 characters'],
])('"%s" is rejected', (password, fault) => {
  expect(newPasswordFault(password)).toBe(fault)
})

test.each(['ten chars!', '😀'.repeat(128), ' spaces are characters '])('"%s" is accepted', (password) => {
  expect(newPasswordFault(password)).toBeUndefined()
})

test('the advised length without a second factor is more than the minimum', () => {
  expect(passwordAdvice()).toContain('15 or more')
})
