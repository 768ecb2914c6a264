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
