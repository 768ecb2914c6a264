/** Who the tokens were given to, as the identity token says; only for showing: the server believes the others. */
export function emailOf(idToken: string | undefined): string | undefined {
  const payload = idToken?.split('.')[1]
  if (!payload) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), byteOf)
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const hasEmail = typeof claims === 'object' && claims !== null && 'email' in claims
    return hasEmail && typeof claims.email === 'string' ? claims.email : undefined
  } catch {
    return undefined // nothing of ours: the address is shown nowhere then
  }
}

const byteOf = (character: string) => character.charCodeAt(0)
