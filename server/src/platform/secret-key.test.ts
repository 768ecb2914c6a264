import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../test/temporary-directory.ts'
import { getSecretKey, parseSecretKey } from './secret-key.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await makeTemporaryDirectory()
})

afterEach(() => rm(dataDir, { recursive: true }))

test('a key is read as hex or as base64 in either alphabet', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index))
  for (const form of ['hex', 'base64', 'base64url'] as const)
    expect(parseSecretKey(key.toString(form))).toEqual(key)
})

test.each([
  '',
  'short',
  '00'.repeat(31),
  '00'.repeat(33),
  `${'00'.repeat(31)}zz`,
  Buffer.alloc(31).toString('base64'),
])('%j is not a valid key', (text) => expect(parseSecretKey(text)).toBe(undefined))

test('the first start creates a key that only this user can read, and later starts use it', async () => {
  const first = await getSecretKey(undefined, join(dataDir, 'new'))
  expect(first).toHaveLength(32)
  expect((await stat(join(dataDir, 'new', 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await getSecretKey(undefined, join(dataDir, 'new'))).toEqual(first)
  expect(await readdir(join(dataDir, 'new'))).toEqual(['secret.key'])
})

test('programs that start at the same time agree on one key', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => getSecretKey(undefined, dataDir)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
})

test('a given key is used and nothing is written', async () => {
  const given = Buffer.alloc(32, 7)
  expect(await getSecretKey(given, dataDir)).toBe(given)
  expect(await readdir(dataDir)).toEqual([])
})

test('a damaged key file prevents the start and is not replaced', async () => {
  await writeFile(join(dataDir, 'secret.key'), 'half a k')
  await expect(getSecretKey(undefined, dataDir)).rejects.toThrow(/secret\.key does not hold 32 bytes/)
})
