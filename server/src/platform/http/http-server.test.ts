import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createHttpServer, refuseUnknownPaths } from './http-server.ts'

test('the client address is taken from trusted proxies only', async () => {
  const addressSeen = async (trustProxy: string[], remoteAddress: string) => {
    const seen: string[] = []
    const behind = createHttpServer({
      log: createLog('info', { write: (line: string) => void seen.push(JSON.parse(line).address) }),
      trustProxy,
    })
    refuseUnknownPaths(behind)
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    await behind.inject({ url: '/nothing', remoteAddress, headers })
    await behind.close()
    return seen[0]
  }
  expect(await addressSeen([], '10.0.0.1')).toBe('10.0.0.1')
  expect(await addressSeen(['10.0.0.0/8'], '10.0.0.1')).toBe('203.0.113.9')
  expect(await addressSeen(['10.0.0.0/8'], '192.0.2.1')).toBe('192.0.2.1')
})

test('malformed bytes get a problem response, and the connection is closed', async () => {
  const server = createHttpServer({ log: createLog('silent') })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  const socket = connect(address.port, '127.0.0.1')
  socket.write('RUBBISH\r\n\r\n')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'close')
  expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(received).toContain('content-security-policy')
  expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ ErrorCode: 'invalid_request' })
  await server.close()
})

test('responses are never cached, however the path is spelled and whatever the status', async () => {
  const server = createHttpServer({ log: createLog('silent') })
  server.get('/api/things', async () => ({ some: 'thing' }))
  server.get('/health', async () => ({}))
  refuseUnknownPaths(server)
  for (const url of ['/api/things', '/%61pi/things', '/health', '/nothing', '/api/%'])
    expect((await server.inject(url)).headers['cache-control'], url).toBe('no-store')
  await server.close()
})
