import { users } from '@eot/contract/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, callForTokens } from './api.ts'
import { readTokens, storeTokens } from './tokens.ts'

const tokensOf = (name: string) => ({
  AccessToken: `access ${name}`,
  RefreshToken: `refresh ${name}`,
  IdToken: `id ${name}`,
  ForceTwoFactorAuthSetup: false,
})
const body = { OldPassword: 'old', NewPassword: 'new' }

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  storeTokens(tokensOf('old'))
})
afterEach(() => vi.unstubAllGlobals())

test("a request refused while the session's tokens change waits for the new ones and does not refresh", async () => {
  const change = Promise.withResolvers<Response>()
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    sent.push(`${path} ${headers.get('authorization')}`)
    if (path === '/api/users/password') return change.promise
    const isNew = headers.get('authorization') === 'Bearer access new'
    return isNew ? Response.json({ Id: 'u' }) : Response.json({}, { status: 401 })
  })
  const changing = callForTokens(users.changePassword, { body }, (tokens) => tokens)
  const reading = call(users.me)
  await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 60_000 })
  change.resolve(Response.json(tokensOf('new')))
  await changing
  expect(await reading).toEqual({ Id: 'u' })
  expect(sent.filter((call) => call.includes('refresh'))).toEqual([])
  expect(sent.at(-1)).toBe('/api/users/me Bearer access new')
  expect(readTokens()?.RefreshToken).toBe('refresh new')
})

test('an expired access token is refreshed within the change, which does not wait for itself', async () => {
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    if (path === '/api/auth/refresh') return Response.json(tokensOf('fresh'))
    const isFresh = headers.get('authorization') === 'Bearer access fresh'
    return isFresh ? Response.json(tokensOf('new')) : Response.json({}, { status: 401 })
  })
  await callForTokens(users.changePassword, { body }, (tokens) => tokens)
  expect(readTokens()?.AccessToken).toBe('access new')
})
