import { hkdfSync } from 'node:crypto'

/** Derives a key for one purpose, so that a signature or ciphertext made for one purpose is invalid for another. */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `eot-live ${purpose}`, 32))
}
