import { expect, test } from 'vitest'
import { findPasswordFault, generatePassword, generateRecoveryCodes } from './passwords.ts'

test.each([
  ['short', 'at least'],
  ['a'.repeat(129), 'at most'],
  ['password123', 'less common'],
  ['Password2024!', 'less common'],
  ['P@ssw0rd!!', 'less common'],
  ['passwordpassword', 'less common'],
  ['1234567890', 'less common'],
  ['0987654321', 'less common'],
  ['abcdefghijklm', 'less common'],
  ['qwertyuiop', 'less common'],
  ['aaaaaaaaaaaa', 'less common'],
  ['abcabcabcabc', 'less common'],
  ['1029384756', 'less common'],
  ['iloveyou2010', 'less common'],
  ['Summer2026!', 'less common'],
  ['eotlive2026', 'less common'],
  ['FlySense!!2026', 'less common'],
  ['annbergmann', 'own name'],
  ['Bergmann.1984', 'own name'],
])('%s is refused', (password, why) => {
  const owner = { email: 'ann@example.org', fullName: 'Ann Bergmann' }
  const known = { ...owner, email: 'annbergmann@example.org' }
  expect(findPasswordFault(password, known)).toContain(why)
})

test.each([
  'correct horse battery',
  'the root of all sites',
  'ungewöhnlich-7',
  'Tr4in!leaves@dawn',
  'ábcdé fghij klm',
])('%s is accepted', (password) => {
  expect(findPasswordFault(password, { email: 'ann@example.org', fullName: 'Ann Bergmann' })).toBeUndefined()
})

test('characters are counted as users see them', () => {
  expect(findPasswordFault('🦊🐻🐼🐨🐯🦁🐮🐷🐸')).toContain('at least')
})

test('generated passwords and codes are acceptable, and none is generated twice', () => {
  const made = [...Array.from({ length: 50 }, generatePassword), ...generateRecoveryCodes()]
  for (const text of made) expect(findPasswordFault(text)).toBeUndefined()
  expect(new Set(made).size).toBe(60)
})
