import type { ErrorCode } from '@eot/contract/errors'

/** Wrong passwords an account can take within the window; then even the right one is refused until it has passed. */
export const failuresAllowed = 10
export const failureWindowMs = 15 * 60_000

/** Absolute life of a session, however often its tokens are exchanged (spec 9). */
export const sessionDays = 7

export interface SignInUser {
  id: string
  siteId: string
  email: string
  fullName: string
  sessionVersion: number
  isActive: boolean
  confirmedAt: Date | null
  passwordExpiresAt: Date | null
}

/** Where a sign-in comes from. */
export interface SignInOrigin {
  address: string
  userAgent: string
  method: 'password'
}

/** Addresses are compared without regard to case and outer spaces. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Why somebody who has proven to be this user is not let in; undefined: nothing stands against it. */
export function findRefusal(user: SignInUser, now: Date): ErrorCode | undefined {
  if (!user.isActive) return 'invalid_credentials'
  if (!user.confirmedAt) return 'account_not_confirmed'
  if (user.passwordExpiresAt && user.passwordExpiresAt <= now) return 'temporary_password_expired'
  return undefined
}
