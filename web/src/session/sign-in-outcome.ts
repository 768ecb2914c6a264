import type { SessionFailure } from './create-session.ts'

/** A page with its query. */
export interface Target {
  to: '/login' | '/mfa' | '/mfa-setup' | '/update-password' | '/timeout'
  search: Record<string, string>
}

const login = (invalid?: string): Target => ({ to: '/login', search: invalid ? { invalid } : {} })

/** Where the ErrorDetail of a refused sign-in leads (spec 8). undefined: nothing is shown. */
export function afterRefusedSignIn(
  refusal: { status: number; detail: string; sessionToken: string | undefined },
  email: string,
): Target | undefined {
  const { status, detail, sessionToken } = refusal
  const onward = { session: sessionToken ?? '', email }
  if (status === 504) return { to: '/timeout', search: {} }
  switch (detail) {
    case 'Temporary password expired':
      return login('passwordExpired')
    case 'Session is expired':
      return login('sessionExpired')
    case 'Invalid credentials':
      return login('login')
    case 'User not confirmed':
      return login('confirmed')
    case 'Limit exceeded':
      return login('limit')
    case 'MFA required':
      return { to: '/mfa', search: onward }
    case 'New password required':
      return sessionToken ? { to: '/update-password', search: onward } : undefined
    default:
      return login('login')
  }
}

/** Where a failed session creation leads (spec 4). */
export function afterSessionFailure(
  failure: SessionFailure,
  known: { email: string | undefined; hasPrevious: boolean },
): Target {
  switch (failure) {
    case 'invalid_access_token':
    case 'force_two_factor_auth_setup_invalid':
      return login()
    case 'force_two_factor_auth_setup':
      return { to: '/mfa-setup', search: known.email ? { email: known.email } : {} }
    case 'timeout':
      return { to: '/timeout', search: {} }
    case 'invalid_permissions':
      return known.hasPrevious ? login() : login(failure)
    default:
      return login(failure)
  }
}

/** The values of `invalid` that have a message. Unknown values mean a wrong password (spec 8). */
const invalidReasons = ['login', 'passwordExpired', 'sessionExpired', 'confirmed', 'limit'] as const
export type InvalidReason = (typeof invalidReasons)[number]

/** Error codes with the same meaning (spec 8). */
const reasonOfCode: Readonly<Record<string, InvalidReason>> = {
  invalid_credentials: 'login',
  account_not_confirmed: 'confirmed',
  limit_exceeded: 'limit',
}

export function invalidReason(value: string | undefined): InvalidReason | undefined {
  if (!value) return undefined
  const known = invalidReasons.find((reason) => reason === value)
  return known ?? (Object.hasOwn(reasonOfCode, value) ? reasonOfCode[value] : 'login')
}

/** The standard email pattern of browsers, with a dot required in the domain. */
export function isEmail(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(
    text,
  )
}
