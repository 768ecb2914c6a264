import { expect, test } from 'vitest'
import { ApiError, offlineError, timeoutError } from '../../lib/api/api-error.ts'
import { azureFailure, isSignInRefusal, readReturn } from './azure-return.ts'

test('code and state are passed on, with whatever else the provider sent', () => {
  expect(readReturn({ code: 'c', state: 's', iss: 'https://idp.example', session_state: 'x' })).toEqual({
    answer: { code: 'c', state: 's', iss: 'https://idp.example', session_state: 'x' },
  })
})

test('a code that looks like a number is passed on as text', () => {
  expect(readReturn({ code: 123456, state: 7 })).toEqual({ answer: { code: '123456', state: '7' } })
})

test.each([
  [{ error: 'access_denied', state: 's' }, 'canceled'],
  [{ error: 'server_error', code: 'c', state: 's' }, 'refused'],
  [{ code: 'c' }, 'expired'],
  [{}, 'expired'],
])('a return with %o is not an answer to pass on', (search, failure) => {
  expect(readReturn(search)).toEqual({ failure })
})

test.each([
  [new ApiError(400, 'account_not_confirmed', 'User not confirmed'), true],
  [new ApiError(400, 'mfa_required', 'MFA required'), true],
  [timeoutError(), true],
  [new ApiError(400, 'sso_refused', 'Single sign-on was refused'), false],
  [offlineError(), false],
])('%s is handled like a refused password sign-in: %s', (error, expected) => {
  expect(isSignInRefusal(error)).toBe(expected)
})

test.each([
  [new ApiError(400, 'sso_refused', 'Single sign-on was refused'), 'refused'],
  [new ApiError(400, 'session_expired', 'Session is expired'), 'expired'],
  [new ApiError(503, 'sso_unavailable', 'unreachable'), 'unavailable'],
  [offlineError(), 'unavailable'],
])('%s is reported as %s', (error, outcome) => {
  expect(azureFailure(error)).toBe(outcome)
})
