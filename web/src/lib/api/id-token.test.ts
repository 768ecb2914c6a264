import { expect, test } from 'vitest'
import { emailOf, hasExpired } from './id-token.ts'

const tokenOf = (claims: unknown) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test.each(['m.reyes@northfield.org', 'müller@schule.example', 'a?>~@x.org'])(
  'the email %s is read from the ID token',
  (email) => {
    expect(emailOf(tokenOf({ email }))).toBe(email)
  },
)

test.each([undefined, '', 'no token', 'a.%%%.c', tokenOf({}), tokenOf({ email: 7 }), tokenOf(null)])(
  '%s contains no email',
  (idToken) => {
    expect(emailOf(idToken)).toBeUndefined()
  },
)

test.each([
  [tokenOf({ exp: 100 }), 99_999, false],
  [tokenOf({ exp: 100 }), 100_000, true],
  [tokenOf({}), 100_000, false],
  ['no token', 100_000, false],
])('whether a token that expires at second 100, %s, has expired at %d ms: %s', (token, nowMs, expired) => {
  expect(hasExpired(token, nowMs)).toBe(expired)
})
