import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { endpoint } from '@eot/contract/endpoint'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log.ts'
import { createHttpServer } from './http-server.ts'
import { createServe } from './serve.ts'

const read = endpoint({
  method: 'GET',
  path: '/read',
  summary: 'Fails when the client disconnects',
  access: 'public',
  answer: z.string(),
})

test.each([
  { what: 'the disconnect itself', errorOf: (signal: AbortSignal) => signal.reason as unknown, times: 0 },
  { what: 'a bug', errorOf: () => new TypeError('not a function'), times: 1 },
])(
  'after a client has disconnected, an error that is $what is logged $times times',
  async ({ errorOf, times }) => {
    const destination = new PassThrough().setEncoding('utf8')
    let logged = ''
    destination.on('data', (text: string) => {
      logged += text
    })
    const server = createHttpServer({ log: createLog('info', destination) })
    onTestFinished(() => server.close())
    const serve = createServe<never>(server, {
      authenticate: async () => null,
      findRefusal: () => 'not_permitted',
      limit: () => undefined,
      checkAnswers: true,
    })
    const [reached, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    serve(read, async ({ request }) => {
      reached.resolve()
      if (!request.signal.aborted) await once(request.signal, 'abort')
      setImmediate(failed.resolve)
      throw errorOf(request.signal)
    })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const address = server.server.address() as AddressInfo // it listens on a port
    const client = connect(address.port, '127.0.0.1')
    client.write('GET /api/read HTTP/1.1\r\nHost: portal\r\n\r\n')
    await reached.promise
    client.destroy()
    await failed.promise
    await vi.waitFor(() => expect(logged.match(/failed unexpectedly/g) ?? []).toHaveLength(times), {
      timeout: 60_000,
    })
  },
)
