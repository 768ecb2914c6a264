import { createHash, randomBytes } from 'node:crypto'

/**
 * Generates 256 random bits as 43 characters that need no escaping in a URL, a header, an MQTT password or a CSV file. A token never
 * begins with a hyphen, which a spreadsheet takes for a formula and a command for an option.
 */
export function createSecretToken(): string {
  const token = randomBytes(32).toString('base64url')
  return token.startsWith('-') ? createSecretToken() : token
}

/** Returns the hash to store of a random secret. A slow hash would add nothing, since 256 random bits cannot be guessed. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
