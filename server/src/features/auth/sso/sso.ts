/** Who somebody is at a provider. The address is no part of it: it may change hands. */
export interface SsoIdentity {
  issuer: string
  tenant: string
  subject: string
}

export interface SsoClaims extends SsoIdentity {
  /** Only one the provider vouches for. */
  verifiedEmail: string | undefined
  /** The provider says that it asked for a second factor. */
  hasSecondFactor: boolean
}

/** How long somebody may take at the provider. */
export const ssoAttemptMs = 10 * 60_000

/**
 * What counts of an identity token. The tenant is Microsoft's `tid`; a provider that has none is a tenant itself, named
 * by its issuer. Microsoft says that an address is verified by `xms_edov`, others by `email_verified`.
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
