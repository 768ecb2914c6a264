import { alerts } from '@eot/contract/alerts'
import { auth, type Tokens } from '@eot/contract/auth'
import { columnarType } from '@eot/contract/columnar-series'
import { sensors } from '@eot/contract/sensors'
import { users } from '@eot/contract/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../../test/memory-storage.ts'
import { call } from './api.ts'
import { readTokens, storeTokens } from './tokens.ts'

const tokens = (name: string): Tokens => ({
  AccessToken: `access ${name}`,
  RefreshToken: `refresh ${name}`,
  IdToken: '',
  ForceTwoFactorAuthSetup: false,
})

interface SentRequest {
  method: string
  path: string
  token: string | null
  body: unknown
}
type Answer = (sent: SentRequest) => Response | Promise<Response>

const sent: SentRequest[] = []
const json = (status: number, body: unknown = {}) => new Response(JSON.stringify(body), { status })

/** Replaces the network. */
function serve(answer: Answer) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request: SentRequest = {
      method: init.method ?? '',
      path,
      token: new Headers(init.headers).get('authorization'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    sent.push(request)
    return answer(request)
  })
}

const paths = () => sent.map((request) => request.path)

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('series in columnar form are restored', async () => {
  const series = { Sensor: 'temperature', Unit: '°C', DeviceId: 'd', Points: [[0, 21, 21, 21, 1]] }
  const answer = { Interval: 'Raw', TimeZone: 'UTC', Series: [series] }
  serve(() => {
    const headers = { 'content-type': `${columnarType}; charset=utf-8` }
    const columnar = {
      ...answer,
      Columns: [[0], [21], [1]],
      Series: [{ ...series, Points: [0, 1, 1, 1, 2] }],
    }
    return new Response(JSON.stringify(columnar), { headers })
  })
  expect(await call(sensors.series, { query: { DeviceId: ['d'] } })).toEqual(answer)
})

test('a request carries the bearer token, its parameters and its query', async () => {
  storeTokens(tokens('one'))
  serve(() => json(200, { Id: 'a b' }))
  await call(alerts.update, { params: { id: 'a b' }, body: { Confirmed: true } })
  expect(sent).toEqual([
    { method: 'PUT', path: '/api/alerts/a%20b', token: 'Bearer access one', body: { Confirmed: true } },
  ])
})

test('a sign-in is sent without a token, a sign-out with one', async () => {
  storeTokens(tokens('one'))
  serve(({ path }) =>
    path.endsWith('logout') ? new Response(null, { status: 204 }) : json(200, tokens('two')),
  )
  await call(auth.login, { body: { Email: 'a@b.org', Password: 'p' } })
  expect(await call(auth.logout, { body: { RefreshToken: 'r' } })).toBeUndefined()
  expect(sent.map((request) => request.token)).toEqual([null, 'Bearer access one'])
})

test('only a sign-out is still sent after its page is closed', async () => {
  storeTokens(tokens('one'))
  const outlives: (boolean | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, { keepalive }: RequestInit) => {
    outlives.push(keepalive)
    return json(200)
  })
  await call(auth.logout, { body: { RefreshToken: 'r' } })
  await call(users.me)
  expect(outlives).toEqual([true, false])
})

test('an expired token is refreshed once and the request repeated with the new one', async () => {
  storeTokens(tokens('one'))
  serve(({ path, token }) => {
    if (path === '/api/auth/refresh') return json(200, tokens('two'))
    return token === 'Bearer access two' ? json(200, { Id: 'u' }) : json(401)
  })
  expect(await call(users.me)).toEqual({ Id: 'u' })
  expect(paths()).toEqual(['/api/users/me', '/api/auth/refresh', '/api/users/me'])
  expect(sent[1]).toMatchObject({ token: 'Bearer access one', body: { RefreshToken: 'refresh one' } })
  expect(readTokens()).toEqual(tokens('two'))
})

test('requests that fail at the same time share one refresh', async () => {
  storeTokens(tokens('one'))
  serve(({ path, token }) => {
    if (path === '/api/auth/refresh') return json(200, tokens('two'))
    return token === 'Bearer access two' ? json(200) : json(401)
  })
  await Promise.all([call(users.me), call(users.myPermissions), call(users.me)])
  expect(paths().filter((path) => path === '/api/auth/refresh')).toHaveLength(1)
})

test('a request that fails with the new token as well is not refreshed again', async () => {
  storeTokens(tokens('one'))
  serve(({ path }) => (path === '/api/auth/refresh' ? json(200, tokens('two')) : json(401)))
  await expect(call(users.me)).rejects.toMatchObject({ status: 401 })
  expect(paths()).toEqual(['/api/users/me', '/api/auth/refresh', '/api/users/me'])
})

test('a refused refresh deletes the tokens and throws the original error', async () => {
  storeTokens(tokens('one'))
  serve(({ path }) =>
    path === '/api/auth/refresh'
      ? json(401)
      : json(401, { ErrorCode: 'invalid_access_token', ErrorDetail: 'no' }),
  )
  await expect(call(users.me)).rejects.toMatchObject({ status: 401, code: 'invalid_access_token' })
  expect(readTokens()).toBeUndefined()
})

test('a refresh without a response keeps the tokens', async () => {
  storeTokens(tokens('one'))
  serve(({ path }) => {
    if (path === '/api/auth/refresh') throw new TypeError('Failed to fetch')
    return json(401)
  })
  await expect(call(users.me)).rejects.toMatchObject({ status: 0, code: 'offline' })
  expect(readTokens()).toEqual(tokens('one'))
})

test('tokens refreshed by another tab in the meantime are used', async () => {
  storeTokens(tokens('one'))
  serve(({ token }) => {
    if (token === 'Bearer access two') return json(200)
    storeTokens(tokens('two'))
    return json(401)
  })
  await call(users.me)
  expect(paths()).toEqual(['/api/users/me', '/api/users/me'])
})

const tokensOf = (user: string): Tokens => ({
  ...tokens(user),
  AccessToken: `e30.${Buffer.from(JSON.stringify({ sub: user })).toString('base64url')}.signature`,
})

test('a refused request is not repeated with the tokens of somebody else who has signed in meanwhile', async () => {
  storeTokens(tokensOf('one'))
  serve(() => {
    storeTokens(tokensOf('two'))
    return json(401)
  })
  await expect(call(users.me)).rejects.toMatchObject({ status: 401 })
  expect(paths()).toEqual(['/api/users/me'])
})

test.each([200, 401])(
  'a refresh that ends with %d leaves the tokens of somebody else who has signed in meanwhile',
  async (status) => {
    storeTokens(tokensOf('one'))
    serve(({ path }) => {
      if (path !== '/api/auth/refresh') return json(401)
      storeTokens(tokensOf('two'))
      return json(status, tokensOf('one'))
    })
    await call(users.me).catch(() => undefined)
    expect(readTokens()).toEqual(tokensOf('two'))
  },
)

test('no response within ten seconds is a 504 with the message of the specification', async () => {
  const over = AbortSignal.abort(new DOMException('', 'TimeoutError'))
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over)
  serve(() => Promise.reject(new DOMException('', 'TimeoutError')))
  await expect(call(users.me)).rejects.toMatchObject({ status: 504, code: 504, detail: 'Timeout' })
  expect(timeout).toHaveBeenCalledWith(10_000)
})

test('a request aborted by its caller is not reported as a server failure', async () => {
  const abort = new AbortController()
  serve(() => {
    abort.abort()
    throw abort.signal.reason
  })
  await expect(call(users.me, {}, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test("a response that is not from the server, such as a proxy's, is an error with its status", async () => {
  serve(() => new Response('<html>Bad gateway</html>', { status: 502 }))
  await expect(call(users.me)).rejects.toMatchObject({ status: 502, code: 'unknown' })
})

test('the field errors of a response are kept', async () => {
  const Errors = [{ Path: 'Name', Message: 'Please enter a name' }]
  serve(() => json(400, { ErrorCode: 'invalid_request', ErrorDetail: 'no', Errors }))
  await expect(call(users.me)).rejects.toMatchObject({ code: 'invalid_request', errors: Errors })
})
