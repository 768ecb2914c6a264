/** The email in the ID token. Only for display; the server validates the token itself. */
export function emailOf(idToken: string | undefined): string | undefined {
  const { email } = claimsOf(idToken)
  return typeof email === 'string' ? email : undefined
}

/** The user a token was issued to, to be compared. */
export const subjectOf = (token: string | undefined): unknown => claimsOf(token).sub

/** Whether a token has expired, by the local clock. */
export function hasExpired(token: string | undefined, nowMs: number): boolean {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' && exp * 1000 <= nowMs
}

function claimsOf(token: string | undefined): Record<string, unknown> {
  const payload = token?.split('.')[1]
  if (!payload) return {}
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), byteOf)
    // A payload that is null or text becomes an object without claims.
    return Object(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {} // not one of our tokens, so it contains nothing
  }
}

const byteOf = (character: string) => character.charCodeAt(0)
