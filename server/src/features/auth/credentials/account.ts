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

/** Addresses are compared without regard to case and outer spaces. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
