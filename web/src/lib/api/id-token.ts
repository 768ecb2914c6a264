/** The email in the ID token. Only for display; the server validates the token itself. */
export function emailOf(idToken: string | undefined): string | undefined {
  const claims = claimsOf(idToken)
  return 'email' in claims && typeof claims.email === 'string' ? claims.email : undefined
}

/** Whether a token has expired, by the local clock. */
export function hasExpired(token: string | undefined, nowMs: number): boolean {
  const claims = claimsOf(token)
  return 'exp' in claims && typeof claims.exp === 'number' && claims.exp * 1000 <= nowMs
}

function claimsOf(token: string | undefined): object {
  const payload = token?.split('.')[1]
  if (!payload) return {}
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), byteOf)
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {} // not one of our tokens, so it contains nothing
  }
}

const byteOf = (character: string) => character.charCodeAt(0)
