import { afterAll, expect, test } from 'vitest'
import { startReceiver } from '../../test/web-receiver.ts'
import { createTokenSource } from './client-credentials.ts'
import { createEgress, EgressRefused } from './egress/egress.ts'

const server = await startReceiver()
afterAll(() => server.stop())
let now = 0
const egress = createEgress(['127.0.0.1'])
const tokens = createTokenSource(egress, () => now)
const credentials = {
  tokenUrl: `${server.origin}/token`,
  clientId: 'a b',
  clientSecret: 's:&',
  scope: 'write',
}
const signal = new AbortController().signal
const json =
  (status: number, body: object): typeof server.answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
let given = 0
const give: typeof server.answer = (response, request) =>
  json(200, { access_token: `token-${++given}`, token_type: 'Bearer', expires_in: 3600 })(response, request)

test('a token is requested once, and again shortly before it expires or after it was refused', async () => {
  server.answer = give
  const both = await Promise.all([tokens.get(credentials, signal), tokens.get(credentials, signal)])
  expect(both).toEqual(['token-1', 'token-1'])
  const [{ body, headers }] = server.received as [(typeof server.received)[0]] // one request
  expect(Object.fromEntries(new URLSearchParams(body.toString()))).toMatchObject({
    grant_type: 'client_credentials',
    scope: 'write',
  })
  expect(Buffer.from(headers.authorization?.slice(6) ?? '', 'base64').toString()).toBe('a+b:s%3A%26')
  now = 3_500_000
  expect(await tokens.get(credentials, signal)).toBe('token-1')
  now = 3_590_000
  expect(await tokens.get(credentials, signal)).toBe('token-2')
  tokens.forget(credentials)
  expect(await tokens.get(credentials, signal)).toBe('token-3')
  expect(await tokens.get({ ...credentials, scope: 'read' }, signal)).toBe('token-4')
})

test('a server that accepts the secret only in the body gets it there', async () => {
  server.answer = (response, request) =>
    (request.headers.authorization ? json(401, { error: 'invalid_client' }) : give)(response, request)
  expect(await tokens.get({ ...credentials, scope: 'post' }, signal)).toMatch(/^token-/)
  expect(server.received.at(-1)?.body.toString()).toContain('client_secret=s%3A%26')
})

test("a failure contains the server's response, and is not cached", async () => {
  server.answer = json(400, { error: 'invalid_scope' })
  const other = { ...credentials, scope: 'none' }
  await expect(tokens.get(other, signal)).rejects.toThrow('the token server answered 400 invalid_scope')
  server.answer = give
  expect(await tokens.get(other, signal)).toMatch(/^token-/)
})

test('the address of a token server must be allowed like any other', async () => {
  const strict = createTokenSource(createEgress([]))
  await expect(strict.get(credentials, signal)).rejects.toThrow(EgressRefused)
})
