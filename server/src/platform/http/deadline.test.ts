import { endpoint } from '@eot/contract/endpoint'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log.ts'
import { answerTimeoutMs, createHttpServer } from './http-server.ts'
import { createServe } from './serve.ts'

test('a request that takes too long gets a 503 before the client times out', async () => {
  const slow = endpoint({
    method: 'GET',
    path: '/slow',
    summary: 'Never ends',
    access: 'public',
    answer: z.string(),
  })
  const server = createHttpServer({ log: createLog('silent') })
  const serve = createServe<never>(server, {
    authenticate: async () => null,
    findRefusal: () => 'not_permitted',
    limit: () => undefined,
    checkAnswers: true,
  })
  const reached = Promise.withResolvers<void>()
  serve(slow, () => {
    reached.resolve()
    return new Promise(() => {})
  })
  await server.ready()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const answer = server.inject('/api/slow')
  await reached.promise
  vi.advanceTimersByTime(answerTimeoutMs)
  vi.useRealTimers()
  expect(await answer).toMatchObject({ statusCode: 503 })
  expect((await answer).json()).toMatchObject({ ErrorCode: 'overloaded' })
  expect((await answer).headers['retry-after']).toBe('2')
  await server.close()
})
