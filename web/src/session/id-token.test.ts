import { expect, test } from 'vitest'
import { emailOf } from './id-token.ts'

const tokenOf = (claims: unknown) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test.each(['m.reyes@northfield.org', 'müller@schule.example', 'a?>~@x.org'])(
  'the address %s is read from the identity token',
  (email) => {
    expect(emailOf(tokenOf({ email }))).toBe(email)
  },
)

test.each([undefined, '', 'no token', 'a.%%%.c', tokenOf({}), tokenOf({ email: 7 }), tokenOf(null)])(
  '%s names nobody',
  (idToken) => {
    expect(emailOf(idToken)).toBeUndefined()
  },
)
