import { afterAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createHttpServer, refuseUnknownPaths } from './http-server.ts'
import { mountOperatorPages } from './operator-pages.ts'

let faults: string[] = []
let isDraining = false

function serverWith(metricsToken?: string) {
  const server = createHttpServer({ log: createLog('silent'), trustProxy: ['10.0.0.1', '127.0.0.1'] })
  mountOperatorPages(server, {
    listFaults: async () => faults,
    isDraining: () => isDraining,
    metricsText: async () => 'eot_up 1',
    metricsToken,
  })
  refuseUnknownPaths(server)
  afterAll(() => server.close())
  return server
}

const open = serverWith()
const metrics = async (remoteAddress: string, headers: Record<string, string> = {}, server = open) =>
  (await server.inject({ url: '/metrics', remoteAddress, headers })).statusCode

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
  '%s can read the metrics',
  async (address) => {
    expect(await metrics(address)).toBe(200)
  },
)

test.each(['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1'])(
  '%s gets a 404 for the metrics',
  async (address) => {
    expect(await metrics(address)).toBe(404)
  },
)

test.each([
  ['10.0.0.1', '127.evil'],
  ['10.0.0.1', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.1', '192.0.2.1'],
])('requests through the proxy %s for %s get a 404 for the metrics', async (proxy, client) => {
  expect(await metrics(proxy, { 'x-forwarded-for': client })).toBe(404)
})

test('with a metrics token, any address that sends it can read the metrics, and no other', async () => {
  const server = serverWith('a token of the operator')
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  expect(await metrics('192.0.2.1', as('a token of the operator'), server)).toBe(200)
  expect(await metrics('127.0.0.1', as('a token of an operator'), server)).toBe(404)
  expect(await metrics('127.0.0.1', {}, server)).toBe(404)
})

test('/health/serving fails once the program is stopping, but not when the database has a fault', async () => {
  const statusOf = async (url: string) => (await open.inject(url)).statusCode
  const both = async () => [await statusOf('/health/ready'), await statusOf('/health/serving')]
  expect(await both()).toEqual([200, 200])
  faults = ['the database is not writable']
  expect(await both()).toEqual([503, 200])
  isDraining = true
  expect(await both()).toEqual([503, 503])
  isDraining = false
  faults = []
})
