import { afterEach, expect, test, vi } from 'vitest'
import { forgetEarlyAnswers, requestEarly, takeEarlyAnswer, takeEarlyContent } from './early-answers.ts'

afterEach(() => {
  forgetEarlyAnswers()
  vi.unstubAllGlobals()
})

const network = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer))
const ok = () => Promise.resolve(Response.json({ ok: true }))

test('an early response is used once', async () => {
  network(ok)
  requestEarly('/api/users/me', 'token')
  expect(await (await takeEarlyAnswer('/api/users/me', 'token'))?.json()).toEqual({ ok: true })
  expect(takeEarlyAnswer('/api/users/me', 'token')).toBeUndefined()
})

test('an early response is used only with the token it was requested with', () => {
  network(ok)
  requestEarly('/api/users/me', 'token')
  expect(takeEarlyAnswer('/api/users/me', 'token of somebody else')).toBeUndefined()
})

test('an early response is not used after half a minute', () => {
  network(ok)
  requestEarly('/api/users/me', 'token', 1000)
  expect(takeEarlyAnswer('/api/users/me', 'token', 31_000)).toBeUndefined()
})

test('an early request that failed is discarded, so that it is sent again', async () => {
  network(() => Promise.reject(new TypeError('offline')))
  expect(await requestEarly('/api/users/me', 'token')).toBeUndefined()
  expect(takeEarlyAnswer('/api/users/me', 'token')).toBeUndefined()
})

test('early responses are discarded once rooms are joined', () => {
  network(ok)
  requestEarly('/api/users/me', 'token')
  forgetEarlyAnswers()
  expect(takeEarlyAnswer('/api/users/me', 'token')).toBeUndefined()
})

test('content that has arrived is available at once, and only once', async () => {
  network(ok)
  await requestEarly('/api/users/me', 'token', 1000)
  expect(takeEarlyContent('/api/users/me', 'token', 2000)).toEqual({
    content: { ok: true },
    requestedAt: 1000,
  })
  expect(takeEarlyAnswer('/api/users/me', 'token', 2000)).toBeUndefined()
})

test('content is available only to the session that requested it, and for half a minute', async () => {
  network(ok)
  await requestEarly('/api/users/me', 'token', 1000)
  expect(takeEarlyContent('/api/users/me', 'token of somebody else', 2000)).toBeUndefined()
  await requestEarly('/api/users/me', 'token', 1000)
  expect(takeEarlyContent('/api/users/me', 'token', 31_000)).toBeUndefined()
})

test('a pending response is left for the call that waits for it', () => {
  network(ok)
  void requestEarly('/api/users/me', 'token')
  expect(takeEarlyContent('/api/users/me', 'token')).toBeUndefined()
  expect(takeEarlyAnswer('/api/users/me', 'token')).toBeDefined()
})

test('a refused request has no content, but its response is still used', async () => {
  network(() => Promise.resolve(new Response('{}', { status: 403 })))
  expect(await requestEarly('/api/users/me', 'token')).toBeUndefined()
  expect(takeEarlyContent('/api/users/me', 'token')).toBeUndefined()
  expect((await takeEarlyAnswer('/api/users/me', 'token'))?.status).toBe(403)
})
