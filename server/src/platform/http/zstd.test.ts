import { randomBytes } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zstd } from './zstd.ts'

const text = (length: number) => Buffer.from('21.5,'.repeat(length / 5))
// Random bytes cannot be compressed, so these fill several chunks.
const bodies = [text(1000), randomBytes(700_000), text(2_000_000), randomBytes(300_000), text(50)]

test('responses that are compressed one after another each restore their own bytes', async () => {
  for (const body of [...bodies, ...bodies])
    expect(zstdDecompressSync(await zstd(body)).equals(body)).toBe(true)
})

test('responses that are compressed at the same time each restore their own bytes', async () => {
  const compressed = await Promise.all(bodies.map(zstd))
  for (const [at, body] of bodies.entries())
    expect(zstdDecompressSync(compressed[at] as Buffer).equals(body)).toBe(true)
})

test('equal responses are compressed to the same size, whatever was compressed before', async () => {
  const alone = await zstd(text(10_000))
  await zstd(randomBytes(500_000))
  expect((await zstd(text(10_000))).length).toBe(alone.length)
  expect(alone.length).toBeLessThan(100)
})
