import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createEgress, EgressRefused, mostAnswerBytes } from './egress.ts'

const requests: string[] = []
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`)
  if (request.url === '/redirect') response.writeHead(302, { location: '/secret' }).end()
  else response.end(request.url === '/long' ? 'x'.repeat(10 * mostAnswerBytes) : 'hello')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo // it listens on TCP
afterAll(() => new Promise((resolve) => server.close(resolve)))

const signal = new AbortController().signal
const get = { method: 'GET' } as const

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'http://example.org/',
  'ftp://example.org/',
  'https://user:password@example.org/',
])('%s is refused before anything is resolved', (address) => {
  expect(() => createEgress([]).check(new URL(address))).toThrow(EgressRefused)
})

test.each(['https://8.8.8.8/', 'https://[2606:4700:4700::1111]/', 'https://example.org:8443/hook'])(
  '%s is on the internet',
  (address) => {
    expect(() => createEgress([]).check(new URL(address))).not.toThrow()
  },
)

test.each([
  ['one of several addresses is private', ['8.8.8.8', '10.0.0.1']],
  ['the address is private', ['192.168.0.7']],
  ['an IPv6 address holds a private one', ['::ffff:10.0.0.1']],
])('a name is refused if %s', async (_why, addresses) => {
  const egress = createEgress([], async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
  const refused = egress.request(new URL('https://rebind.example/'), get, signal)
  await expect(refused).rejects.toThrow(new EgressRefused('rebind.example is not on the internet'))
})

test('the connection goes to the address that was checked, not to one of a second resolution', async () => {
  let resolved = 0
  const egress = createEgress(['hook.example'], async () => {
    resolved++
    return [{ address: '127.0.0.1', family: 4 }]
  })
  const answer = await egress.request(new URL(`http://hook.example:${port}/`), get, signal)
  expect(answer).toMatchObject({ status: 200, text: 'hello' })
  expect(resolved).toBe(1)
})

test.each(['127.0.0.1', '127.0.0.0/8', 'LOCALHOST'])('the operator allows %s', async (entry) => {
  const host = entry === 'LOCALHOST' ? 'localhost.' : '127.0.0.1'
  const egress = createEgress([entry], async () => [{ address: '127.0.0.1', family: 4 }])
  const answer = await egress.request(new URL(`http://${host}:${port}/`), get, signal)
  expect(answer.status).toBe(200)
})

test('an allowed address opens nothing else', () => {
  const egress = createEgress(['127.0.0.1', 'hook.example'])
  expect(() => egress.check(new URL('http://127.0.0.2/'))).toThrow(EgressRefused)
  expect(() => egress.check(new URL('http://not-hook.example/'))).toThrow(EgressRefused)
  expect(() => egress.check(new URL('https://10.0.0.1/'))).toThrow(EgressRefused)
})

test('redirects are not followed, and long responses are truncated', async () => {
  const egress = createEgress(['127.0.0.1'])
  const ask = (path: string) => egress.request(new URL(`http://127.0.0.1:${port}${path}`), get, signal)
  expect(await ask('/redirect')).toMatchObject({ status: 302 })
  expect(requests).not.toContain('GET /secret')
  expect((await ask('/long')).text).toHaveLength(mostAnswerBytes)
})

test('the error of a failed connection does not contain the address', async () => {
  const egress = createEgress(['127.0.0.1'])
  await expect(egress.request(new URL('http://127.0.0.1:1/'), get, signal)).rejects.toThrow(
    /^no answer: ECONNREFUSED$/,
  )
})
