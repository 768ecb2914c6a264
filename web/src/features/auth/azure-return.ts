import type { auth } from '@eot/contract/auth'
import type { RequestOf } from '@eot/contract/endpoint'
import { errors } from '@eot/contract/errors'
import { ApiError, isRetryable } from '../../lib/api/api-error.ts'

export type AzureOutcome = 'refused' | 'canceled' | 'expired' | 'unavailable'
type Answer = RequestOf<typeof auth.azureRedirect>['body']

/** Parses the provider's query: an answer to pass on, or why there is none. */
export function readReturn(
  search: Readonly<Record<string, unknown>>,
): { answer: Answer } | { failure: AzureOutcome } {
  const text = (name: string) => {
    const value = search[name]
    return value === undefined || value === '' ? undefined : String(value)
  }
  const [code, state, iss, session_state] = ['code', 'state', 'iss', 'session_state'].map(text)
  const error = text('error')
  if (error !== undefined) return { failure: error === 'access_denied' ? 'canceled' : 'refused' }
  if (code === undefined || state === undefined) return { failure: 'expired' }
  return { answer: { code, state, ...(iss && { iss }), ...(session_state && { session_state }) } }
}

/** Whether password sign-in knows the same refusal; both lead to the same places (spec 8). */
export function isSignInRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 504 || signInDetails.has(error.detail))
}

const signInDetails = new Set<string>(
  (
    [
      'temporary_password_expired',
      'account_not_confirmed',
      'limit_exceeded',
      'mfa_required',
      'new_password_required',
    ] as const
  ).map((code) => errors[code].detail),
)

export function azureFailure(error: unknown): AzureOutcome {
  if (!(error instanceof ApiError)) throw error
  if (isRetryable(error)) return 'unavailable'
  return error.code === 'session_expired' ? 'expired' : 'refused'
}
