import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

test.each([
  'Ann Bergmann',
  'José Ñandú-O’Neill',
  "Dr. Mary-Ann O'Hara, PhD (North)",
  'J. R. R. Tolkien',
  '山田太郎',
  'Facilities & Security 2',
  'John Paul 3',
])('%s is a name', (name) => {
  expect(plainName(name, 'somebody')).toBe(name)
})

test.each([
  'https://evil.example/login',
  'evil.example',
  'Visit www.evil.example now',
  'Ann evil。example/x',
  'ann@evil.example',
  'Call 0800 123 456',
  '<b>Ann</b>',
  '[Ann](evil)',
  'Ann\nYour account was locked',
  'Ann\u2028Second line',
  'Ann \u202egnp.evil',
  'Ann: your account was locked!',
  'Ann '.repeat(20),
  '',
])('%j is not only a name', (name) => {
  expect(plainName(name, 'somebody')).toBe('somebody')
})
