import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in 43 characters that need no escaping in a URL, a header or an MQTT password. */
export function createSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a random secret. It has too many bits to be guessed, so a slow hash would add nothing. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
