/// <reference path="../src/platform/http-ece.d.ts" />
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushRegistration } from '@eot/contract/push'
import ece from 'http_ece'

export interface ReceivedPush {
  headers: IncomingHttpHeaders
  /** Decrypted by the browser to which it was sent. */
  text: string
}

export interface SinkBrowser {
  /** The data that a browser gives a page that subscribes. */
  registration: PushRegistration
  received: ReceivedPush[]
  /** Responses to use instead of accepting, until they are used up. */
  answers: { status: number; headers?: Record<string, string> }[]
}

/** Starts an HTTP server on a free port that stands in for a push service with its browsers. */
export async function startPushSink() {
  const browsers = new Map<string, SinkBrowser & { decrypt(body: Buffer): string }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      const { status, headers } = browser?.answers.shift() ?? { status: browser ? 201 : 410 }
      // A refused message was not received.
      if (status === 201)
        browser?.received.push({
          headers: request.headers,
          text: browser.decrypt(Buffer.concat(chunks)),
        })
      response.writeHead(status, headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    origin: `http://127.0.0.1:${port}`,
    open(): SinkBrowser {
      const path = `/send/${browsers.size}`
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const authSecret = randomBytes(16).toString('base64url')
      const browser = {
        registration: {
          Endpoint: `http://127.0.0.1:${port}${path}`,
          Keys: { P256dh: keys.getPublicKey('base64url'), Auth: authSecret },
        },
        received: [],
        answers: [],
        decrypt: (body: Buffer) =>
          ece.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret }).toString(),
      }
      browsers.set(path, browser)
      return browser
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
