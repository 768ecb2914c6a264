import { randomBytes } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zstd } from './zstd.ts'

const text = (length: number) => Buffer.from('21.5,'.repeat(length / 5))
// Random bytes cannot be compressed, so the longer bodies fill several chunks.
const bodies = [text(1000), randomBytes(700_000), text(2_000_000), randomBytes(300_000), text(50)]

/** Compares all bytes, since decompression ignores what follows the end. */
function expectOnly(compressed: Buffer | undefined, body: Buffer): void {
  const params = { [constants.ZSTD_c_compressionLevel]: 1 }
  expect(compressed?.equals(zstdCompressSync(body, { params }))).toBe(true)
  expect(zstdDecompressSync(compressed ?? '').equals(body)).toBe(true)
}

test('responses that are compressed one after another contain nothing of each other', async () => {
  for (const body of [...bodies, ...bodies]) expectOnly(await zstd(body), body)
})

test('responses that are compressed at the same time contain nothing of each other', async () => {
  const all = [...bodies, ...bodies]
  const compressed = await Promise.all(all.map(zstd))
  for (const [at, body] of all.entries()) expectOnly(compressed[at], body)
})

test('after failures, others are still compressed', async () => {
  for (let times = 0; times < 5; times += 1) await expect(zstd(null as never)).rejects.toThrow()
  expectOnly(await zstd(text(1000)), text(1000))
})
