import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

export interface Seal {
  seal(plain: string): string
  /** Decrypts sealed text. Throws if it was sealed with another key or for another purpose, or was changed. */
  open(sealed: string): string
  /** Returns whether a text was sealed with this key for this purpose. */
  reads(sealed: string): boolean
}

const version = 'v1'
const algorithm = 'aes-256-gcm'
const ivBytes = 12

/** Encrypts secrets that must be readable again, as `v1:key id:iv:tag:ciphertext`. The key id identifies the key. */
export function createSeal(secretKey: Buffer, purpose: string): Seal {
  const key = deriveKey(secretKey, `seal ${purpose}`)
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8)
  const bound = Buffer.from(`${version}:${keyId}:${purpose}`)
  return {
    seal(plain) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(bound)
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        version,
        keyId,
        ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64')),
      ].join(':')
    },
    reads: (text) => text.startsWith(`${version}:${keyId}:`),
    open(text) {
      const [sealedVersion, sealedWith, iv = '', tag = '', sealed = ''] = text.split(':')
      if (sealedVersion !== version || sealedWith !== keyId)
        throw new Error(
          `a stored secret was sealed with the key ${sealedWith}, but the current key is ${keyId}`,
        )
      const bytes = (part: string) => Buffer.from(part, 'base64')
      const decipher = createDecipheriv(algorithm, key, bytes(iv), { authTagLength: 16 }).setAAD(bound)
      decipher.setAuthTag(bytes(tag))
      return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString('utf8')
    },
  }
}
