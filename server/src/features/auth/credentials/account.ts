export const temporaryPasswordDays = 7

export interface SignInUser {
  id: string
  siteId: string
  email: string
  fullName: string
  sessionVersion: number
  isActive: boolean
  confirmedAt: Date | null
  /** The expiry of a temporary password; null if the user chose the password. */
  passwordExpiresAt: Date | null
  hasTwoFactor: boolean
}

/** Normalizes an address: case and surrounding spaces do not matter. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
