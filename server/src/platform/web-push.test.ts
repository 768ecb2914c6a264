import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { pushKeys } from './web-push.ts'

test('the keys follow from the secret key, and another one has others', () => {
  const keys = pushKeys(Buffer.alloc(32, 7))
  expect(pushKeys(Buffer.alloc(32, 7))).toEqual(keys)
  expect(pushKeys(Buffer.alloc(32, 8)).publicKey).not.toBe(keys.publicKey)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(keys.privateKey, 'base64url')
  expect(curve.getPublicKey('base64url')).toBe(keys.publicKey)
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65)
})
