import type { ErrorCode } from '@eot/contract/errors'

/** Wrong passwords, or codes, an account can take within the window; then even the right one is refused for a while. */
export const failuresAllowed = 10
export const failureWindowMs = 15 * 60_000
/** The same for a whole day, so that patience does not pay. */
export const failuresAllowedADay = 100
export const dayMs = 86_400_000

/** Absolute life of a session, however often its tokens are exchanged (spec 9). */
export const sessionDays = 7
/** Of a session that is only there to set up a second factor. */
export const settingUpMs = 60 * 60_000

/** How long a sign-in that is not complete waits for its next step, and how often that may be tried. */
export const stepMs = 5 * 60_000
export const triesAllowed = 5

export const temporaryPasswordDays = 7

export interface SignInUser {
  id: string
  siteId: string
  email: string
  fullName: string
  sessionVersion: number
  isActive: boolean
  confirmedAt: Date | null
  /** Of a temporary password; null: the user chose it. */
  passwordExpiresAt: Date | null
  hasTwoFactor: boolean
}

/** Where a sign-in comes from. */
export interface SignInOrigin {
  address: string
  userAgent: string
  /** What an earlier sign-in left in this browser. */
  deviceToken: string | undefined
}

/** What somebody has proven so far. */
export interface Proof {
  /** `session`: nothing anew, a session goes on as another. */
  method: 'password' | 'sso' | 'session'
  hasSecondFactor: boolean
}

/** Addresses are compared without regard to case and outer spaces. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
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
