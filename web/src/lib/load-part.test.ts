import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart } from './load-part.ts'

const failed = new TypeError('Failed to fetch dynamically imported module')
const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})

/** Fails this many times, then loads. */
function failing(times: number) {
  const load = vi.fn(() => Promise.resolve('part'))
  for (let at = 0; at < times; at++) load.mockRejectedValueOnce(failed)
  return load
}

test('waits as long as the server cannot be reached', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  const load = failing(20)
  const loaded = loadPart(load)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(loaded).resolves.toBe('part')
  expect(load).toHaveBeenCalledTimes(21)
})

test('waits while a proxy answers for a server that is down', async () => {
  fetchMock.mockResolvedValue(new Response(null, { status: 502 }))
  const loaded = loadPart(failing(5))
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(loaded).resolves.toBe('part')
})

test('tries a second time after a short cut, and fails if the server does not have the code', async () => {
  fetchMock.mockImplementation(async () => new Response())
  const after = loadPart(failing(1))
  await vi.advanceTimersByTimeAsync(2000)
  await expect(after).resolves.toBe('part')

  const gone = failing(3)
  const refused = expect(loadPart(gone)).rejects.toBe(failed)
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  expect(gone).toHaveBeenCalledTimes(2)
})
