import { Readable } from 'node:stream'
import { endpoint } from '@eot/contract/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { DatabaseUnavailable } from '../db/database-failure.ts'
import { createLog } from '../log.ts'
import { createHttpServer, refuseUnknownPaths } from './http-server.ts'
import { createServe } from './serve.ts'

const Named = z.strictObject({ Name: z.string(), Level: z.number().default(3) })
const calls = {
  read: endpoint({
    method: 'GET',
    path: '/things/:id',
    summary: 'A thing',
    access: 'public',
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({ tag: z.array(z.string()).or(z.string()).optional() }),
    answer: z.strictObject({ id: z.string(), tag: z.unknown() }),
  }),
  write: endpoint({
    method: 'POST',
    path: '/things',
    summary: 'Make a thing',
    access: 'signedIn',
    status: 201,
    body: Named,
    answer: z.strictObject({ by: z.string(), name: z.string(), level: z.number() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/things',
    summary: 'Remove all',
    access: 'DeleteUsers',
    status: 204,
    answer: z.undefined(),
  }),
  table: endpoint({
    method: 'GET',
    path: '/table',
    summary: 'As text',
    access: 'public',
    answer: z.string(),
    produces: 'text/csv',
  }),
  stream: endpoint({
    method: 'POST',
    path: '/stream',
    summary: 'Unread body',
    access: 'device',
    status: 202,
    streams: 'application/x-ndjson',
    answer: z.strictObject({ bytes: z.number() }),
  }),
  fail: endpoint({
    method: 'GET',
    path: '/fail',
    summary: 'Fails',
    access: 'public',
    answer: z.strictObject({ fine: z.literal(true) }),
  }),
}

let failure: () => unknown = () => ({ fine: true })
const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
let isDraining = false
const server = createHttpServer({ log, isHttps: true, isDraining: () => isDraining })
const serve = createServe<string>(server, {
  authenticate: async (token) => (token === 'unknown' ? null : token),
  findRefusal: (caller, access) => (caller === 'boss' || access === 'signedIn' ? undefined : 'not_permitted'),
  limit: () => undefined,
  checkAnswers: true,
})
serve(calls.read, async ({ params, query }) => ({ id: params.id, tag: query.tag }))
serve(calls.write, async ({ body, caller }) => ({ by: caller, name: body.Name, level: body.Level }))
serve(calls.remove, async () => {})
serve(calls.table, async () => Readable.from(['a,b\r\n', '1,2\r\n']))
serve(calls.stream, async ({ request }) => {
  let bytes = 0
  for await (const chunk of request.body as Readable) bytes += chunk.length // unread: the endpoint streams
  return { bytes }
})
serve(calls.fail, async () => failure() as { fine: true }) // each test sets the outcome
refuseUnknownPaths(server)
await server.ready()
afterAll(() => server.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const id = '01900000-0000-7000-8000-000000000001'

describe('a request', () => {
  test('reaches its route with parsed input and defaults', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/things',
      headers: bearer('anna'),
      payload: { name: 'x' },
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ by: 'anna', name: 'x', level: 3 })
  })

  test('accepts a list parameter written with brackets', async () => {
    const url = `/api/things/${id}?tag[]=a&tag[]=b`
    expect((await server.inject(url)).json()).toEqual({ id, tag: ['a', 'b'] })
  })

  test('gets all of its problems listed in one response', async () => {
    const answer = await server.inject(`/api/things/nonsense?tog=1`)
    expect(answer.json()).toMatchObject({ ErrorCode: 'invalid_request' })
    expect(answer.json().Errors.map(({ Path }: { Path: string }) => Path)).toEqual(['id', 'tog'])
  })

  test('without a body gets the missing keys listed', async () => {
    const answer = await server.inject({ method: 'POST', url: '/api/things', headers: bearer('anna') })
    expect(answer.json().Errors).toMatchObject([{ Path: 'Name' }])
  })

  test('is refused before its body is read if the caller is not authenticated', async () => {
    const answer = await server.inject({ method: 'POST', url: '/api/things', payload: '{rubbish' })
    expect(answer.statusCode).toBe(401)
  })

  test.each([
    ['{"Name":', 'application/json', 400, 'invalid_request'],
    ['{"__proto__": {"Name": "x"}, "Name": "y"}', 'application/json', 400, 'invalid_request'],
    ['Name=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    [JSON.stringify({ Name: 'x'.repeat(300_000) }), 'application/json', 413, 'payload_too_large'],
  ])('with the body %.20s of type %s returns %i', async (payload, type, status, code) => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/things',
      headers: { ...bearer('anna'), 'content-type': type },
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ status, ErrorCode: code })
  })

  test('that needs a permission is allowed only for callers who have it', async () => {
    const remove = (token: string) =>
      server.inject({ method: 'DELETE', url: '/api/things', headers: bearer(token) })
    expect((await remove('unknown')).statusCode).toBe(401)
    expect((await remove('anna')).json()).toMatchObject({ status: 403, ErrorCode: 'not_permitted' })
    expect(await remove('boss')).toMatchObject({ statusCode: 204, body: '' })
  })
})

describe('a response', () => {
  test('with text is streamed', async () => {
    const answer = await server.inject('/api/table')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.body).toBe('a,b\r\n1,2\r\n')
  })

  test('that violates the contract is an internal error', async () => {
    failure = () => ({ fine: false })
    expect((await server.inject('/api/fail')).statusCode).toBe(500)
  })

  test('always has the security headers', async () => {
    for (const url of ['/api/table', '/api/fail', '/api/nothing', '/api/%ZZ', '/nothing', `/api/things/x`]) {
      const { headers } = await server.inject(url)
      expect(headers['content-security-policy'], url).toMatch(/default-src 'none'.*trusted-types/)
      expect(headers['content-security-policy'], url).not.toMatch(/unsafe/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
      })
    }
    expect((await server.inject('/api/table')).headers['cache-control']).toBe('no-store')
  })

  test('asks to close the connection during shutdown', async () => {
    isDraining = true
    expect((await server.inject('/api/table')).headers.connection).toBe('close')
    isDraining = false
  })
})

describe('a failure', () => {
  const fail = async (error: unknown) => {
    failure = () => {
      throw error
    }
    return server.inject('/api/fail')
  }

  test('that is expected returns a problem with its code, text and fields', async () => {
    const answer = await fail(new AppError('invalid_request', { errors: [{ Path: 'A', Message: 'B' }] }))
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.json()).toEqual({
      type: 'urn:eot:error:invalid_request',
      title: 'The request is not valid',
      status: 400,
      ErrorCode: 'invalid_request',
      ErrorDetail: 'The request is not valid',
      Errors: [{ Path: 'A', Message: 'B' }],
    })
  })

  test('that is unexpected is logged with its request id, and the response gives no details', async () => {
    lines.length = 0
    const answer = await fail(new Error('the secret of the cellar'))
    const { RequestId, ...body } = answer.json()
    expect(body).toMatchObject({ status: 500, ErrorCode: 'internal_error' })
    expect(answer.body).not.toContain('cellar')
    const logged = lines.find((line) => line.includes('the secret of the cellar'))
    expect(logged).toContain(RequestId)
    expect(answer.headers['x-request-id']).toBe(RequestId)
  })

  test('of the database asks the client to retry', async () => {
    const answer = await fail(new DatabaseUnavailable('gone'))
    expect(answer.json()).toMatchObject({ status: 503, ErrorCode: 'database_unavailable' })
    expect(answer.headers['retry-after']).toBe('2')
  })

  test('states the retry delay if it is known', async () => {
    const answer = await fail(new AppError('rate_limited', { retryAfterSeconds: 17 }))
    expect(answer.headers['retry-after']).toBe('17')
  })

  test('is logged without the query string', async () => {
    lines.length = 0
    await server.inject('/api/fail?session=5ecret')
    expect(lines.join('')).toContain('/api/fail')
    expect(lines.join('')).not.toContain('5ecret')
  })
})

describe('a streamed body', () => {
  const send = (payload: string, type = 'application/x-ndjson') =>
    server.inject({ method: 'POST', url: '/api/stream', headers: { 'content-type': type }, payload })

  test('is passed to the route unread, whatever its size', async () => {
    expect((await send('x'.repeat(1_000_000))).json()).toEqual({ bytes: 1_000_000 })
  })

  test('of another type is refused', async () => {
    expect((await send('{}', 'application/json')).statusCode).toBe(415)
  })

  test('that is missing is read as empty', async () => {
    expect((await server.inject({ method: 'POST', url: '/api/stream' })).json()).toEqual({ bytes: 0 })
  })
})

test('a trailing slash in the path is ignored', async () => {
  expect((await server.inject('/api/table/')).statusCode).toBe(200)
})

test('an unknown endpoint returns a problem', async () => {
  for (const [method, url] of [
    ['GET', '/api/nothing'],
    ['PATCH', '/api/things'],
    ['HEAD', '/api/nothing'],
  ] as const) {
    const answer = await server.inject({ method, url })
    expect(answer.statusCode, url).toBe(404)
    expect(answer.headers['content-type']).toMatch(/problem/)
  }
})
