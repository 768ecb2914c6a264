import { createHash, randomBytes } from 'node:crypto'

/** Generates 256 random bits as 43 characters that need no escaping in a URL, a header or an MQTT password. */
export function createSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash to store of a random secret. A slow hash would add nothing, since 256 random bits cannot be guessed. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
