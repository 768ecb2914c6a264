import { expect, test, vi } from 'vitest'
import { isMissingChunk } from './status/missing-chunk.ts'
import { withinTime } from './within-time.ts'

test('what arrives in time is handed on', async () => {
  await expect(withinTime(async () => 'page', 50)()).resolves.toBe('page')
})

test('what does not arrive counts as a missing part', async () => {
  vi.useFakeTimers()
  const loading = withinTime(() => new Promise(() => {}), 120_000)()
  const failure = expect(loading).rejects.toSatisfy(isMissingChunk)
  await vi.advanceTimersByTimeAsync(120_000)
  await failure
  vi.useRealTimers()
})

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/page.js')
const failing = (error: Error, isServerThere: boolean) =>
  withinTime(
    () => Promise.reject(error),
    1000,
    async () => isServerThere,
  )()

test('a part that is missing where no server answers is a ChunkLoadError, which does not load the page anew', async () => {
  await expect(failing(missing, false)).rejects.toMatchObject({ name: 'ChunkLoadError' })
})

test('a part that is missing although the server answers was replaced, and is told as it is', async () => {
  await expect(failing(missing, true)).rejects.toBe(missing)
})

test('a fault of the code itself is told as it is', async () => {
  const fault = new TypeError('x is undefined')
  await expect(failing(fault, false)).rejects.toBe(fault)
})
