import type { ErrorCode } from '@eot/contract/errors'
import type { SignInUser } from '../credentials/account.ts'

/**
 * Wrong passwords or codes allowed per account within the window; after that even the right one is rejected for a
 * while.
 */
export const failuresAllowed = 10
export const failureWindowMs = 15 * 60_000
/** The same for a whole day, against patient attackers. */
export const failuresAllowedADay = 100
export const dayMs = 86_400_000

/** How long an unfinished sign-in waits for its next step, and how many attempts that step allows. */
export const stepMs = 5 * 60_000
export const triesAllowed = 5

/** What the user has proven so far. */
export interface Proof {
  /** `session`: nothing new was proven; an existing session continues as a new one. */
  method: 'password' | 'sso' | 'session'
  hasSecondFactor: boolean
  /** The hash that the typed password matched. Absent if none was typed in this step. */
  passwordHash?: string | null
}

/** Returns why a user who has proven their identity may not sign in; undefined if nothing prevents it. */
export function findRefusal(
  user: SignInUser & { passwordHash: string | null },
  { method, passwordHash }: Proof,
  now: Date,
): ErrorCode | undefined {
  if (!user.isActive) return 'invalid_credentials'
  // The password may have been replaced since it was checked, to keep out the very person who is signing in.
  if (passwordHash !== undefined && passwordHash !== user.passwordHash) return 'invalid_credentials'
  // A temporary password was emailed, so anyone who knows it has proven the address.
  const isProven = method === 'password' && user.passwordExpiresAt !== null
  if (!user.confirmedAt && !isProven) return 'account_not_confirmed'
  if (method === 'password' && user.passwordExpiresAt && user.passwordExpiresAt <= now)
    return 'temporary_password_expired'
  return undefined
}

/** Returns what must still be proven or done before the session starts; the second factor comes first. */
export function findMissingStep(user: SignInUser, proof: Proof): 'mfa' | 'new password' | undefined {
  if (user.hasTwoFactor && !proof.hasSecondFactor) return 'mfa'
  if (proof.method === 'password' && user.passwordExpiresAt) return 'new password'
  return undefined
}
