import { hkdfSync } from 'node:crypto'

/** A key for one purpose alone, so that what is signed or sealed for one is worthless for another. */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `eot-live ${purpose}`, 32))
}
