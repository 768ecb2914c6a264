/** Absolute lifetime of a session, however often its tokens are refreshed (spec 9). */
export const sessionDays = 7
/** Lifetime of a session limited to setting up a second factor. */
export const settingUpMs = 60 * 60_000

/** Where a sign-in comes from. */
export interface SignInOrigin {
  address: string
  userAgent: string
  /** The known-device token that an earlier sign-in left in this browser. */
  deviceToken: string | undefined
}
