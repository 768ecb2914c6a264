import { expect, test } from 'vitest'
import { fromBase32, toBase32 } from './base32.ts'
import { createTotpSecret, findTotpStep, totpCode, totpUri } from './totp.ts'

const secret = toBase32(Buffer.from('12345678901234567890'))
const at = (seconds: number) => new Date(seconds * 1000)

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code at second %i matches RFC 6238', (seconds, code) => {
  expect(totpCode(secret, at(seconds))).toBe(code)
})

test('only the codes of the current, the previous and the next step are accepted', () => {
  const code = totpCode(secret, at(3000))
  expect(findTotpStep(secret, code, at(3000))).toBe(100)
  expect(findTotpStep(secret, code, at(3029))).toBe(100)
  expect(findTotpStep(secret, code, at(3059))).toBe(100)
  expect(findTotpStep(secret, code, at(3060))).toBeUndefined()
  expect(findTotpStep(secret, code, at(2999))).toBe(100)
  expect(findTotpStep(secret, code, at(2970))).toBe(100)
  expect(findTotpStep(secret, code, at(2969))).toBeUndefined()
})

test('a code must have six digits', () => {
  for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(findTotpStep(secret, text, at(3000))).toBeUndefined()
})

test('secrets have 160 bits, are unique, and appear in the otpauth URL', () => {
  const secrets = Array.from({ length: 10 }, createTotpSecret)
  expect(new Set(secrets).size).toBe(10)
  expect(fromBase32(secrets[0] ?? '')).toHaveLength(20)
  const uri = new URL(totpUri(secrets[0] ?? '', { label: 'ann@example.org', issuer: 'EoT LIVE' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(uri.searchParams.get('secret')).toBe(secrets[0])
  expect(uri.searchParams.get('issuer')).toBe('EoT LIVE')
  expect(decodeURIComponent(uri.pathname)).toContain('EoT LIVE:ann@example.org')
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j encodes to %j in base32 as in RFC 4648, and decodes back', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded)
  expect(fromBase32(encoded).toString()).toBe(text)
})
