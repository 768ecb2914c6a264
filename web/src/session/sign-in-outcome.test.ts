import { expect, test } from 'vitest'
import { afterRefusedSignIn, afterSessionFailure, invalidReason, isEmail } from './sign-in-outcome.ts'

const refused = (detail: string, status = 400, sessionToken?: string) =>
  afterRefusedSignIn({ status, detail, sessionToken }, 'm@x.org')

test.each([
  ['Temporary password expired', 'passwordExpired'],
  ['Session is expired', 'sessionExpired'],
  ['Invalid credentials', 'login'],
  ['User not confirmed', 'confirmed'],
  ['Limit exceeded', 'limit'],
  ['Something new', 'login'],
])('"%s" leads back to the form with invalid=%s', (detail, invalid) => {
  expect(refused(detail)).toEqual({ to: '/login', search: { invalid } })
})

test('a required second factor leads to its page with session and email', () => {
  expect(refused('MFA required', 400, 's1')).toEqual({
    to: '/mfa',
    search: { session: 's1', email: 'm@x.org' },
  })
})

test('a required new password leads to its page only with a session token', () => {
  expect(refused('New password required', 400, 's1')?.to).toBe('/update-password')
  expect(refused('New password required')).toBeUndefined()
})

test('a server that does not respond leads to the timeout page', () => {
  expect(refused('Timeout', 504)).toEqual({ to: '/timeout', search: {} })
})

test.each([
  ['invalid_access_token', false, '/login', {}],
  ['force_two_factor_auth_setup', false, '/mfa-setup', { email: 'm@x.org' }],
  ['force_two_factor_auth_setup_invalid', false, '/login', {}],
  ['invalid_permissions', false, '/login', { invalid: 'invalid_permissions' }],
  ['invalid_permissions', true, '/login', {}],
  ['failed_to_get_siteId', true, '/login', { invalid: 'failed_to_get_siteId' }],
  ['could_not_find_user', false, '/login', { invalid: 'could_not_find_user' }],
  ['timeout', false, '/timeout', {}],
] as const)('%s (previous location: %s) leads to %s %o', (failure, hasPrevious, to, search) => {
  expect(afterSessionFailure(failure, { email: 'm@x.org', hasPrevious })).toEqual({ to, search })
})

test.each([
  ['invalid_credentials', 'login'],
  ['account_not_confirmed', 'confirmed'],
  ['limit_exceeded', 'limit'],
])('the code %s means %s', (code, reason) => {
  expect(invalidReason(code)).toBe(reason)
})

test('an unknown reason means a wrong password, and no reason means no message', () => {
  expect(invalidReason('could_not_find_user')).toBe('login')
  for (const name of ['constructor', '__proto__', 'toString']) expect(invalidReason(name)).toBe('login')
  expect(invalidReason('limit')).toBe('limit')
  expect(invalidReason(undefined)).toBeUndefined()
})

test.each(['m.reyes@northfield.org', 'a+b@x.co', "o'hara@schools.example"])(
  '%s is a valid email address',
  (text) => {
    expect(isEmail(text)).toBe(true)
  },
)

test.each(['', 'm.reyes', 'm.reyes@northfield', '@x.org', 'a b@x.org', 'a@x..org'])(
  '%s is not a valid email address',
  (text) => {
    expect(isEmail(text)).toBe(false)
  },
)
