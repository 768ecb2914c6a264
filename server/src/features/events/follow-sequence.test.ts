import { expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../../platform/db/database-failure.ts'
import { type Failure, followSequence, type Handled } from './follow-sequence.ts'

/** Returns how the first failure of a step is reported. */
async function firstFailure(error: Error): Promise<Failure> {
  const { promise, resolve } = Promise.withResolvers<Failure>()
  const following = followSequence({
    name: 'test',
    signal: { subscribe: () => () => undefined },
    step: () => Promise.reject(error),
    retry: { firstMs: 60_000, maxMs: 300_000 },
    onFailure: resolve,
  })
  const failure = await promise
  await following.stop()
  return failure
}

test('a step is retried soon if the database was away, and later after any other failure', async () => {
  expect(await firstFailure(new DatabaseUnavailable())).toMatchObject({ count: 1, retryMs: 5000 })
  expect(await firstFailure(new Error('poison'))).toMatchObject({ count: 1, retryMs: 60_000 })
})

/** Follows with a clock of its own. Returns how often the step has run, and the signal. */
async function followWith(results: Handled[], restMs: number) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let steps = 0
  let notify = () => {}
  const following = followSequence({
    name: 'test',
    signal: {
      subscribe(listener) {
        notify = listener
        return () => undefined
      },
    },
    step: async () => {
      steps += 1
      return results.shift() ?? 'none'
    },
    retry: { firstMs: 1000, maxMs: 1000 },
    restMs,
    onFailure: () => undefined,
  })
  await vi.advanceTimersByTimeAsync(0)
  return {
    following,
    stepsAfter: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      return steps
    },
    signal: () => notify(),
  }
}

test('signals soon after events are answered together, and the first one after a pause at once', async () => {
  const { following, stepsAfter, signal } = await followWith(['none', 'last', 'last', 'last'], 200)
  expect(await stepsAfter(0)).toBe(1)
  signal()
  expect(await stepsAfter(0)).toBe(2)
  for (let count = 0; count < 5; count += 1) {
    signal()
    expect(await stepsAfter(30)).toBe(2)
  }
  expect(await stepsAfter(49)).toBe(2)
  expect(await stepsAfter(1)).toBe(3)
  expect(await stepsAfter(300)).toBe(3)
  signal()
  expect(await stepsAfter(0)).toBe(4)
  signal()
  await following.stop()
  expect(await stepsAfter(300)).toBe(4)
})

test('nothing is left for later when there were more events than a step takes', async () => {
  const { following, stepsAfter } = await followWith(['full', 'full', 'last'], 200)
  expect(await stepsAfter(0)).toBe(3)
  await following.stop()
})
