import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { makeCertificate } from '../../../../test/certificate.ts'
import { makeTemporaryDirectory } from '../../../../test/temporary-directory.ts'
import { testApp } from '../../../../test/test-app.ts'
import { closed, connectDevice, testBroker } from '../../../../test/test-broker.ts'
import { createLog } from '../../../platform/log.ts'
import { openTlsFiles } from '../../../platform/tls-files.ts'

const app = await testApp()
const certificate = makeCertificate(await makeTemporaryDirectory(), 'broker.example.org')
const files = await openTlsFiles({ ...certificate, log: createLog('silent') })
const broker = await testBroker(app, {
  tls: { port: 0, files },
  limits: { perAddress: 4, total: 4 },
})
const http = createServer().on('upgrade', (request, socket, head) => broker.upgrade?.(request, socket, head))
http.listen(0, '127.0.0.1')
await once(http, 'listening')
afterAll(() => void http.close())
afterAll(files.stop)
const httpPort = (http.address() as AddressInfo).port // it listens on TCP

const urls = {
  TLS: `mqtts://127.0.0.1:${broker.tlsPort}`,
  WebSocket: `ws://127.0.0.1:${httpPort}/mqtt`,
} as const
const insecure = { rejectUnauthorized: false } // the test certificate is self-signed

test.each(Object.entries(urls))(
  'a device reports over %s and is acknowledged when stored',
  async (_, url) => {
    const device = await app.make.device()
    const client = await connectDevice(url, device, insecure)
    await client.publishAsync(`eot/${device.mac}/readings`, '{"readings":{"noise":41}}', { qos: 1 })
    const { rows } = await app.pool.query('select noise from reading where device_no = $1', [device.no])
    expect(rows).toEqual([{ noise: 41 }])
  },
)

test.each(Object.entries(urls))('a wrong key is rejected over %s', async (_, url) => {
  const device = await app.make.device()
  await expect(connectDevice(url, { ...device, key: 'wrong' }, insecure)).rejects.toThrow('Not authorized')
})

test.each(Object.entries(urls))('a message that is too large ends the connection over %s', async (_, url) => {
  const device = await app.make.device()
  const client = await connectDevice(url, device, insecure)
  const ended = closed(client)
  client.publish(`eot/${device.mac}/readings`, 'x'.repeat(400_000), { qos: 1 })
  await ended
})

test('connections of all transports count together', async () => {
  const devices = await Promise.all(Array.from({ length: 5 }, () => app.make.device()))
  const kinds = [`mqtt://127.0.0.1:${broker.port}`, urls.TLS, urls.WebSocket, urls.WebSocket]
  for (const [n, url] of kinds.entries())
    await connectDevice(url, devices[n] ?? { mac: '', key: '' }, insecure)
  for (const url of [`mqtt://127.0.0.1:${broker.port}`, urls.TLS, urls.WebSocket])
    await expect(connectDevice(url, devices[4] ?? { mac: '', key: '' }, insecure)).rejects.toThrow()
})

test('a device verifies the certificate against its authority', async () => {
  const device = await app.make.device()
  await expect(connectDevice(urls.TLS, device)).rejects.toThrow('self-signed certificate')
})
