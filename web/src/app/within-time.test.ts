import { expect, onTestFinished, test, vi } from 'vitest'
import { isMissingChunk } from '../lib/missing-chunk.ts'
import { withinTime } from './within-time.ts'

test('a part that loads in time is returned', async () => {
  await expect(withinTime(async () => 'page', 50)()).resolves.toBe('page')
})

test('a part that does not load in time counts as missing', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const loading = withinTime(() => new Promise(() => {}), 120_000)()
  const failure = expect(loading).rejects.toSatisfy(isMissingChunk)
  await vi.advanceTimersByTimeAsync(120_000)
  await failure
})

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/page.js')
const failing = (error: Error, isServerThere: boolean) =>
  withinTime(
    () => Promise.reject(error),
    1000,
    async () => isServerThere,
  )()

test('a missing part is a ChunkLoadError when the server cannot be reached, so the page is not reloaded', async () => {
  await expect(failing(missing, false)).rejects.toMatchObject({ name: 'ChunkLoadError' })
})

test('a missing part keeps its own error when the server responds, since a newer version replaced it', async () => {
  await expect(failing(missing, true)).rejects.toBe(missing)
})

test('an error in the code itself is passed on unchanged', async () => {
  const fault = new TypeError('x is undefined')
  await expect(failing(fault, false)).rejects.toBe(fault)
})
