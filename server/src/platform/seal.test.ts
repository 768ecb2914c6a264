import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const key = Buffer.alloc(32, 1)
const seal = createSeal(key, 'codes')

test('sealed text can be opened again, and looks different each time', () => {
  const [first, second] = [seal.seal('a secret: ü'), seal.seal('a secret: ü')]
  expect(first).not.toBe(second)
  expect(first).not.toContain('secret')
  expect([seal.open(first), seal.open(second)]).toEqual(['a secret: ü', 'a secret: ü'])
})

test('opening with another key, for another purpose, or after a change fails', () => {
  const sealed = seal.seal('secret')
  expect(() => createSeal(Buffer.alloc(32, 2), 'codes').open(sealed)).toThrow('was sealed with the key')
  expect(() => createSeal(key, 'mails').open(sealed)).toThrow('was sealed with the key')
  const parts = sealed.split(':')
  for (const n of [2, 3, 4]) {
    const bytes = Buffer.from(parts[n] ?? '', 'base64')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    const changed = parts.with(n, bytes.toString('base64')).join(':')
    expect(() => seal.open(changed)).toThrow()
  }
})

test('opening with a shortened tag fails', () => {
  const parts = seal.seal('secret').split(':')
  const short = Buffer.from(parts[3] ?? '', 'base64')
    .subarray(0, 4)
    .toString('base64')
  expect(() => seal.open(parts.with(3, short).join(':'))).toThrow()
})
