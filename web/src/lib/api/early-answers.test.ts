import { afterEach, expect, test, vi } from 'vitest'
import { forgetEarlyAnswers, requestEarly, takeEarlyAnswer } from './early-answers.ts'

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
  await expect(requestEarly('/api/users/me', 'token')).rejects.toThrow('offline')
  expect(takeEarlyAnswer('/api/users/me', 'token')).toBeUndefined()
})

test('early responses are discarded once rooms are joined', () => {
  network(ok)
  requestEarly('/api/users/me', 'token')
  forgetEarlyAnswers()
  expect(takeEarlyAnswer('/api/users/me', 'token')).toBeUndefined()
})
