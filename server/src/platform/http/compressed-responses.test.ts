import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { sendKept } from './compressed-responses.ts'
import { createHttpServer } from './http-server.ts'
import { KeptAnswer } from './kept-answers.ts'

const server = createHttpServer({ log: createLog('silent') })
const many = { Items: Array.from({ length: 500 }, (_, at) => ({ Id: at, Name: 'Restroom' })) }
server.get('/many', () => many)
server.get('/few', () => ({ Items: [] }))
server.post('/many', () => many)
const kept = new KeptAnswer(many)
server.get('/kept', (_request, reply) => sendKept(reply.type('application/json'), kept))
await server.ready()
afterAll(() => server.close())

const ask = (url: string, encoding: string | undefined, method: 'GET' | 'POST' = 'GET') =>
  server.inject({ method, url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

test.each([
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=1.0, gzip;q=0.8', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
] as const)(
  'a long response is compressed for a client that accepts "%s", by %s',
  async (accepted, encoding) => {
    const answer = await ask('/many', accepted)
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(answer.headers['content-type']).toMatch(/json/)
    expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(many).length / 4)
    expect(JSON.parse(decoders[encoding](answer.rawPayload).toString())).toEqual(many)
  },
)

test.each([undefined, 'deflate', 'gzip;q=0', 'gzip; q=0.0, br;q=0', 'x-gzip-like'])(
  'a long response is sent uncompressed to a client that accepts "%s"',
  async (encoding) => {
    const answer = await ask('/many', encoding)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(answer.json()).toEqual(many)
  },
)

test('short responses and responses to writes are sent uncompressed', async () => {
  expect((await ask('/few', 'gzip')).headers['content-encoding']).toBeUndefined()
  expect((await ask('/many', 'gzip', 'POST')).headers['content-encoding']).toBeUndefined()
})

test('a cached response can be sent repeatedly, compressed to clients that accept it', async () => {
  const compressed = vi.spyOn(kept, 'compressed')
  for (let times = 0; times < 2; times++) {
    const gzipped = await ask('/kept', 'gzip')
    expect(gzipped.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(gzipped.rawPayload).toString())).toEqual(many)
    const plain = await ask('/kept', undefined)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.json()).toEqual(many)
  }
  expect(compressed).toHaveBeenCalledTimes(2)
})
