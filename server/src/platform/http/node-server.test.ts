import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeCertificate } from '../../../test/certificate.ts'
import { makeTemporaryDirectory } from '../../../test/temporary-directory.ts'
import { createLog } from '../log.ts'
import { openTlsFiles } from '../tls-files.ts'
import { createHttpServer, type HttpServerOptions } from './http-server.ts'
import { listenOn } from './listen-on.ts'
import { trackRequests } from './requests-under-way.ts'

const log = createLog('silent')

async function started(options: Partial<HttpServerOptions> = {}) {
  const server = createHttpServer({ log, ...options })
  const requests = trackRequests(server)
  const release = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  server.get('/quick', async () => 'done')
  server.get('/slow', async () => {
    reached.resolve()
    await release.promise
    return 'done'
  })
  const port = await listenOn(server, { port: 0, host: '127.0.0.1', setting: 'PORT' })
  onTestFinished(() => server.close())
  return { server, requests, port, release, reached: reached.promise }
}

/** Returns whether a connection gets a response or is closed without one. */
async function isServed(
  port: number,
  localAddress = '127.0.0.1',
): Promise<{ socket: Socket; served: boolean }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined) // a refused connection may end in a reset
  socket.write('GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const served = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ])
  return { socket, served }
}

test('a connection that never sends a request does not keep a server from closing', async () => {
  const { server, port } = await started()
  const opened = once(server.server, 'connection')
  const socket = connect({ port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  socket.resume()
  await opened
  const closed = once(socket, 'close')
  await server.close()
  await closed
})

test('an address at its connection limit is refused while another is served', async () => {
  const { port } = await started({ connections: { perAddress: 2, total: 10 } })
  const outcomes = [await isServed(port), await isServed(port), await isServed(port)]
  expect(outcomes.map(({ served }) => served)).toEqual([true, true, false])
  expect((await isServed(port, '127.0.0.2')).served).toBe(true)
  outcomes[0]?.socket.destroy()
  await vi.waitFor(async () => expect((await isServed(port)).served).toBe(true), { timeout: 60_000 })
})

test('a trusted proxy may hold connections up to the total limit', async () => {
  const { port } = await started({ connections: { perAddress: 1, total: 3 }, trustProxy: ['127.0.0.0/8'] })
  const outcomes = []
  for (let n = 0; n < 4; n++) outcomes.push((await isServed(port)).served)
  expect(outcomes).toEqual([true, true, true, false])
})

test('a program that is shutting down completes pending requests and answers new ones with 503 instead of a reset', async () => {
  const { port, release, reached, requests } = await started()
  const url = `http://127.0.0.1:${port}`
  const slow = fetch(`${url}/slow`)
  await reached
  let isFinished = false
  const finished = requests.finish(60_000).then(() => {
    isFinished = true
  })
  const late = await fetch(`${url}/quick`)
  expect([late.status, late.headers.get('connection'), late.headers.get('retry-after')]).toEqual([
    503,
    'close',
    '2',
  ])
  expect(late.headers.get('content-security-policy')).toBeTruthy()
  expect(await late.json()).toMatchObject({ ErrorCode: 'shutting_down' })
  expect(isFinished).toBe(false)
  release.resolve()
  expect(await (await slow).text()).toBe('done')
  await finished
})

test('a request that never completes delays the shutdown only up to its limit', async () => {
  const { port, reached, release, requests } = await started()
  const slow = fetch(`http://127.0.0.1:${port}/slow`)
  await reached
  await requests.finish(1)
  release.resolve()
  await slow
})

test('over TLS, responses set HSTS, and a renewed certificate needs no restart', async () => {
  const folder = await makeTemporaryDirectory()
  const first = makeCertificate(folder, 'first.example')
  const files = await openTlsFiles({ ...first, log, everyMs: 20 })
  onTestFinished(files.stop)
  const { port } = await started({ tls: files })
  const ask = () =>
    new Promise<{ name: string; hsts: unknown }>((resolve, reject) => {
      const agent = new Agent({ rejectUnauthorized: false, maxCachedSessions: 0 })
      const request = get({ port, host: '127.0.0.1', path: '/quick', agent }, (response) => {
        const { subject } = (response.socket as TLSSocket).getPeerCertificate() // an https response always has a TLS socket
        response.resume()
        resolve({ name: String(subject.CN), hsts: response.headers['strict-transport-security'] })
      })
      request.on('error', reject)
    })
  expect(await ask()).toEqual({ name: 'first.example', hsts: 'max-age=31536000' })
  const next = makeCertificate(folder, 'next.example')
  renameSync(next.keyFile, first.keyFile)
  renameSync(next.certificateFile, first.certificateFile)
  await vi.waitFor(async () => expect((await ask()).name).toBe('next.example'), { timeout: 60_000 })
})
