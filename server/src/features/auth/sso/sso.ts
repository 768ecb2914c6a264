/** A person's identity at a provider. The email address is not part of it, since addresses change hands. */
export interface SsoIdentity {
  issuer: string
  tenant: string
  subject: string
}

export interface SsoClaims extends SsoIdentity {
  /** Only an address the provider vouches for. */
  verifiedEmail: string | undefined
  /** Whether the provider states that it required a second factor. */
  hasSecondFactor: boolean
}

/** How long a user may take at the provider. */
export const ssoAttemptMs = 10 * 60_000

/**
 * Reads the relevant claims of an identity token. The tenant is Microsoft's `tid`; a provider without tenants counts as one
 * tenant, named by its issuer. A verified address is marked by `xms_edov` at Microsoft, and by `email_verified` elsewhere.
 */
export function readSsoClaims(claims: Record<string, unknown> & { iss: string; sub: string }): SsoClaims {
  const { iss, sub, tid, email, email_verified: isVerified, xms_edov: isOwned, amr } = claims
  const vouches = [isVerified, isOwned].some(
    (value) => value === true || value === 'true' || value === 1 || value === '1',
  )
  return {
    issuer: iss,
    tenant: typeof tid === 'string' && tid !== '' ? tid : iss,
    subject: sub,
    verifiedEmail: typeof email === 'string' && vouches ? email : undefined,
    hasSecondFactor: Array.isArray(amr) && amr.includes('mfa'),
  }
}
