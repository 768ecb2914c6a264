import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

const jwt = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTkwMDAwMCJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'

test.each([
  [
    'the query of an address',
    'at https://x.org/reset?code=123456&email=a:12:5',
    'at https://x.org/reset?…:12:5',
  ],
  ['the fragment of an address', 'GET /azure#code=abc failed', 'GET /azure?… failed'],
  ['an email address', 'no user dana.whitfield@northfield.example here', 'no user [email] here'],
  ['a signed token', `rejected ${jwt}!`, 'rejected [secret]!'],
  ['an authorization header', 'sent Authorization: Bearer abc.def', 'sent Authorization: Bearer [secret]'],
  ['a long random value', `key ${'0a'.repeat(32)} is bad`, 'key [secret] is bad'],
])('%s is removed', (_what, text, expected) => {
  expect(withoutSecrets(text)).toBe(expected)
})

test.each([
  "Cannot read properties of undefined (reading 'Name')",
  'at SitePage (https://portal.example/assets/site-page-B3x9_kQz.js:1:20433)',
  `GET /api/devices/${'01900000-0000-7000-8000-000000000001'} was not found`,
  'Minified React error #185; visit the documentation',
])('an ordinary message or stack is kept: %s', (text) => {
  expect(withoutSecrets(text)).toBe(text)
})

test('no token of the program is left in any text', () => {
  const token = fc.constantFrom(
    () => jwt,
    () => randomBytes(32).toString('hex'),
    () => randomBytes(32).toString('base64url'),
  )
  fc.assert(
    fc.property(fc.string(), token, fc.string(), (before, make, after) => {
      const secret = make()
      expect(withoutSecrets(`${before} ${secret} ${after}`)).not.toContain(secret)
    }),
  )
})
