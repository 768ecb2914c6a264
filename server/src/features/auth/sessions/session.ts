/** Absolute life of a session, however often its tokens are exchanged (spec 9). */
export const sessionDays = 7
/** Of a session that is only there to set up a second factor. */
export const settingUpMs = 60 * 60_000

/** Where a sign-in comes from. */
export interface SignInOrigin {
  address: string
  userAgent: string
  /** What an earlier sign-in left in this browser. */
  deviceToken: string | undefined
}
