import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../platform/db/database-failure.ts'
import { type Failure, followSequence } from './follow-sequence.ts'

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
