import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

interface WebhookHeaders {
  id: string
  /** Seconds since 1970. */
  timestamp: string
  /** `v1,` and the signature as base64; several are separated by spaces, for example while a secret is replaced. */
  signature: string
}

/** Older and newer requests are refused, so that a recorded one cannot be replayed later. */
export const webhookToleranceMs = 5 * 60_000

/** Returns the key of a secret such as whsec_MfKQ…: base64 of 24 to 64 bytes. Returns undefined if it is invalid. */
export function webhookKey(secret: string): Buffer | undefined {
  const encoded = secret.replace(/^whsec_/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined
  const key = Buffer.from(encoded, 'base64')
  return key.length >= 24 && key.length <= 64 ? key : undefined
}

/** Returns whether a request is signed as Standard Webhooks 1.0.0 specifies: HMAC-SHA256 of id, timestamp and body. */
export function isSignedWebhook(
  key: Buffer,
  { id, timestamp, signature }: WebhookHeaders,
  body: Buffer,
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > webhookToleranceMs) return false
  const expected = hmacOf(key, id, timestamp, body)
  return signature.split(' ').some((entry) => {
    const [version, encoded = ''] = entry.split(',')
    return version === 'v1' && isEqual(Buffer.from(encoded, 'base64'), expected)
  })
}

const hmacOf = (key: Buffer, id: string, timestamp: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()

/**
 * Returns the headers that sign a request, with a signature by each key: while a secret is replaced, receivers may know either.
 */
export function signWebhook(
  keys: readonly Buffer[],
  { id, at, body }: { id: string; at: Date; body: Buffer },
): [name: string, value: string][] {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = keys.map((key) => `v1,${hmacOf(key, id, timestamp, body).toString('base64')}`)
  return [
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', signatures.join(' ')],
  ]
}

export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Compares in constant time, so that the time taken does not reveal where values differ. */
export const isEqual = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected)
