import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fromBase32, toBase32 } from './base32.ts'

const periodSeconds = 30
const digits = 6

/** Generates 160 random bits in base32. */
export function createTotpSecret(): string {
  return toBase32(randomBytes(20))
}

/** Returns the otpauth URL for the QR code. */
export function totpUri(secret: string, { label, issuer }: { label: string; issuer: string }): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(label)}`
  const fields = {
    issuer: encodeURIComponent(issuer),
    secret,
    algorithm: 'SHA1',
    digits,
    period: periodSeconds,
  }
  const query = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  return `otpauth://totp/${name}?${query.join('&')}`
}

export function totpCode(secret: string, at: Date): string {
  return codeOf(fromBase32(secret), stepAt(at))
}

/**
 * Returns the time step to which the code belongs: that of `at`, the previous or the next one; undefined for any other code.
 * The previous step is accepted for people who type slowly, the next one for phones whose clock is ahead. The caller must refuse
 * the last step used and earlier ones.
 */
export function findTotpStep(secret: string, code: string, at: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const key = fromBase32(secret)
  const now = stepAt(at)
  return [now, now - 1, now + 1].find((step) =>
    timingSafeEqual(Buffer.from(codeOf(key, step)), Buffer.from(code)),
  )
}

function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / periodSeconds)
}

/** RFC 6238 with SHA-1, truncated as in RFC 4226, section 5.3. */
function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const truncated = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}
