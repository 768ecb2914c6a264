import { Secret, TOTP } from 'otpauth'

const totpPeriodSeconds = 30

const totp = (secret: string, label = '', issuer = '') =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: totpPeriodSeconds,
    secret: Secret.fromBase32(secret),
  })

/** 160 random bits in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the picture for an authenticator holds. */
export function totpUri(secret: string, { label, issuer }: { label: string; issuer: string }): string {
  return totp(secret, label, issuer).toString()
}

export function totpCode(secret: string, at: Date): string {
  return totp(secret).generate({ timestamp: at.getTime() })
}

/**
 * The step the code belongs to, if that is the one of `at` or the one before; undefined for any other code.
 * The one before is taken for people who type slowly; the next never is.
 */
export function findTotpStep(secret: string, code: string, at: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totp(secret).validate({ token: code, timestamp: at.getTime(), window: 1 })
  if (delta === null || delta > 0) return undefined
  return Math.floor(at.getTime() / 1000 / totpPeriodSeconds) + delta
}
