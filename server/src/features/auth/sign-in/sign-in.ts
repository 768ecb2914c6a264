import type { ErrorCode } from '@eot/contract/errors'
import type { SignInUser } from '../credentials/account.ts'

/** Wrong passwords, or codes, an account can take within the window; then even the right one is refused for a while. */
export const failuresAllowed = 10
export const failureWindowMs = 15 * 60_000
/** The same for a whole day, so that patience does not pay. */
export const failuresAllowedADay = 100
export const dayMs = 86_400_000

/** How long a sign-in that is not complete waits for its next step, and how often that may be tried. */
export const stepMs = 5 * 60_000
export const triesAllowed = 5

/** What somebody has proven so far. */
export interface Proof {
  /** `session`: nothing anew, a session goes on as another. */
  method: 'password' | 'sso' | 'session'
  hasSecondFactor: boolean
}

/** Why somebody who has proven to be this user is not let in; undefined: nothing stands against it. */
export function findRefusal(user: SignInUser, { method }: Proof, now: Date): ErrorCode | undefined {
  if (!user.isActive) return 'invalid_credentials'
  if (!user.confirmedAt) return 'account_not_confirmed'
  if (method === 'password' && user.passwordExpiresAt && user.passwordExpiresAt <= now)
    return 'temporary_password_expired'
  return undefined
}

/** What is still to be proven or done before the session begins; the second factor comes first. */
export function findMissingStep(user: SignInUser, proof: Proof): 'mfa' | 'new password' | undefined {
  if (user.hasTwoFactor && !proof.hasSecondFactor) return 'mfa'
  if (proof.method === 'password' && user.passwordExpiresAt) return 'new password'
  return undefined
}
