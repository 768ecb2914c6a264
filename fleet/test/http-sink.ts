import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface SinkRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly contentType: string | undefined
  readonly body: string
}

export interface SinkAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface HttpSink {
  readonly url: string
  readonly requests: SinkRequest[]
}

/**
 * A real HTTP server in this process until the test ends. `answer` returns the response to a request, or undefined to
 * close the connection.
 */
export async function startSink(
  answer: (request: SinkRequest, index: number) => SinkAnswer | undefined,
): Promise<HttpSink> {
  const requests: SinkRequest[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const received: SinkRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      body: await text(request),
    }
    requests.push(received)
    const made = answer(received, requests.length - 1)
    if (!made) return request.socket.destroy()
    response.writeHead(made.status, { 'content-type': 'application/json', ...made.headers })
    response.end(made.body === undefined ? '' : JSON.stringify(made.body))
  }
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => response.destroy(error as Error)) // fails the waiting test
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server always has an AddressInfo
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return { url: `http://127.0.0.1:${port}`, requests }
}
