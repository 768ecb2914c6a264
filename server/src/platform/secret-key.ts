import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deriveKey } from './derive-key.ts'
import { createPrivateFile, findPrivateFile } from './private-file.ts'
import { StartRefused } from './start-refused.ts'

const keyBytes = 32

/** Decodes 32 bytes from hex or base64 (either alphabet); undefined for anything else. */
export function parseSecretKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length === keyBytes ? key : undefined
}

export const secretKeyPath = (dataDir: string): string => join(dataDir, 'secret.key')

/** Identifies a key without revealing it. */
export function fingerprintOf(key: Buffer): Buffer {
  return deriveKey(key, 'fingerprint')
}

/**
 * Returns the key that protects stored secrets: the given one, or that in `DATA_DIR/secret.key`, created at the first start.
 */
export async function getSecretKey(given: Buffer | undefined, dataDir: string): Promise<Buffer> {
  if (given) return given
  const path = secretKeyPath(dataDir)
  await mkdir(dataDir, { recursive: true })
  const text =
    (await findPrivateFile(path)) ?? (await createPrivateFile(path, randomBytes(keyBytes).toString('base64')))
  const key = parseSecretKey(text)
  // A damaged key is never replaced, since everything it protects would become unreadable.
  if (!key)
    throw new StartRefused(`${path} does not hold 32 bytes as base64 or hex; restore it from a backup`)
  return key
}
