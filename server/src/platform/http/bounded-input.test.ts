import { endpoint } from '@eot/contract/endpoint'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { createLog } from '../log.ts'
import { createHttpServer } from './http-server.ts'
import { createServe } from './serve.ts'

const common = { method: 'POST', summary: 'Takes a name', status: 204, answer: z.undefined() } as const
const body = z.strictObject({ Name: z.string() })
const ask = endpoint({ ...common, path: '/ask', access: 'public', rate: 'inquiry', body })
const own = endpoint({ ...common, path: '/own', access: 'signedIn', body })

let isLimited = false
const server = createHttpServer({ log: createLog('silent') })
const serve = createServe<string>(server, {
  authenticate: async (token) => token,
  findRefusal: () => undefined,
  limit() {
    if (isLimited) throw new AppError('rate_limited', { retryAfterSeconds: 9 })
  },
  checkAnswers: true,
})
serve(ask, async () => {})
serve(own, async () => {})
await server.ready()
afterAll(() => server.close())

test('an error response lists at most twenty problems', async () => {
  const keys = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`key${n}`, n]))
  const answer = await server.inject({ method: 'POST', url: '/api/ask', payload: keys })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().Errors).toHaveLength(20)
  expect(answer.body.length).toBeLessThan(2_000)
})

test('an error response stays small when an invalid key is very long', async () => {
  const long = 'x'.repeat(10_000)
  const keys = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}${long}`, n]))
  const headers = { authorization: 'Bearer anna' }
  const answer = await server.inject({ method: 'POST', url: '/api/own', headers, payload: keys })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().Errors).toContainEqual({ Path: `0${long.slice(0, 199)}…`, Message: 'Unknown key' })
  expect(answer.body.length).toBeLessThan(16 * 1024)
})

test('a rate-limited request is refused before its body is read', async () => {
  isLimited = true
  const answer = await server.inject({ method: 'POST', url: '/api/ask', payload: '{rubbish' })
  isLimited = false
  expect(answer.json()).toMatchObject({ status: 429, ErrorCode: 'rate_limited' })
  expect(answer.headers['retry-after']).toBe('9')
})

test('a request to a public endpoint may have a body of at most 16 kB', async () => {
  const ask = (bytes: number) =>
    server.inject({ method: 'POST', url: '/api/ask', payload: { Name: 'x'.repeat(bytes) } })
  expect((await ask(16_000)).statusCode).toBe(204)
  expect((await ask(17_000)).json()).toMatchObject({ status: 413, ErrorCode: 'payload_too_large' })
})

test('a body nested 100,000 deep is refused', async () => {
  const payload = `{"Name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const headers = { authorization: 'Bearer anna', 'content-type': 'application/json' }
  const answer = await server.inject({ method: 'POST', url: '/api/own', headers, payload })
  expect(answer.json()).toMatchObject({ status: 400, ErrorCode: 'invalid_request' })
  expect(answer.json().Errors).toBeUndefined()
})
