import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createHttpServer } from './http-server.ts'
import { securityHeaders } from './security-headers.ts'
import { mountWebPages } from './web-pages.ts'

const outside = await mkdtemp(join(tmpdir(), 'eot-web-'))
const folder = join(outside, 'dist')
await mkdir(join(folder, 'assets'), { recursive: true })
await writeFile(join(outside, 'secret.txt'), 'a secret')
await writeFile(join(folder, 'index.html'), '<!doctype html><title>EoT LIVE</title>')
await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
await writeFile(join(folder, 'assets', 'index-a1b2c3.js'), 'console.log(1)')
await writeFile(join(folder, 'assets', 'index-a1b2c3.js.br'), brotliCompressSync('console.log(1)'))
const server = createHttpServer({ log: createLog('silent') })
mountWebPages(server, folder)
await server.ready()
afterAll(async () => {
  await server.close()
  await rm(outside, { recursive: true })
})

test.each([
  '/',
  '/login',
  '/devices/live-sensor-data?siteId=1',
  '/site/sub-sites',
  '/apiary',
  '/index.html',
  '/%zz',
])('%s returns the page, which browsers revalidate each time', async (url) => {
  const answer = await server.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache' })
  expect(answer.headers['content-type']).toMatch(/^text\/html/)
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.body).toContain('EoT LIVE')
})

test('built files are cached permanently and sent compressed if the client accepts it', async () => {
  const url = '/assets/index-a1b2c3.js'
  const plain = await server.inject(url)
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.body).toBe('console.log(1)')
  const packed = await server.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(packed.headers['content-type']).toMatch(/javascript/)
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('console.log(1)')
})

test('other files are revalidated on each request', async () => {
  expect((await server.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
})

test.each([
  '/assets/gone-123456.js',
  '/missing.png',
  '/api/nothing',
  '/api',
  '/ws/x',
  '/health/nothing',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
])('%s is not a page and returns 404', async (url) => {
  const answer = await server.inject(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toMatch(/problem/)
})

test('an address of the API that cannot be decoded returns a problem', async () => {
  const answer = await server.inject('/api/%zz')
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toMatch(/problem/)
  expect(answer.json()).toMatchObject({ ErrorCode: 'invalid_request' })
})

test('pages accept only GET and HEAD', async () => {
  expect((await server.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
})

test.each(['/', '/login', '/favicon.svg'])(
  'HEAD %s returns the headers of GET without a body',
  async (url) => {
    const [head, get] = [await server.inject({ method: 'HEAD', url }), await server.inject(url)]
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect(head.body).toBe('')
  },
)

test('every response has the security headers: pages, files, unmodified files and errors', async () => {
  const { headers } = await server.inject('/favicon.svg')
  interface Ask {
    url: string
    method?: 'POST' | 'OPTIONS'
    headers?: Record<string, string>
  }
  const asks: [ask: Ask, status: number][] = [
    [{ url: '/login' }, 200],
    [{ url: '/favicon.svg' }, 200],
    [{ url: '/assets/index-a1b2c3.js' }, 200],
    [{ url: '/favicon.svg', headers: { 'if-none-match': String(headers.etag) } }, 304],
    [{ url: '/favicon.svg', headers: { range: 'bytes=900-' } }, 400],
    [{ url: '/assets/gone-123456.js' }, 404],
    [{ url: '/login', method: 'POST' }, 404],
    [{ url: '/login', method: 'OPTIONS' }, 404],
    [{ url: '/api/%' }, 400],
  ]
  for (const [ask, status] of asks) {
    const answer = await server.inject(ask)
    expect(answer.statusCode, JSON.stringify(ask)).toBe(status)
    expect(answer.headers, JSON.stringify(ask)).toMatchObject(securityHeaders(false))
  }
})
