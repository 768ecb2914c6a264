import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedText {
  method: string
  /** Path and query. */
  url: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface TextAnswer {
  status: number
  body?: object | string
  headers?: Record<string, string>
}

/** Starts an HTTP server on a free port that stands in for the provider of text messages and records its requests. */
export async function startTextSink() {
  const received: ReceivedText[] = []
  /** Responses to use instead of accepting, until they are used up. "close" closes the connection without one. */
  const answers: (TextAnswer | 'close')[] = []
  let isHeld = (_request: ReceivedText) => false
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const text = { method, url, headers, body: Buffer.concat(chunks).toString() }
      received.push(text)
      const accepted = { status: 201, body: { sid: `SM${received.length}` } }
      if (isHeld(text)) {
        held.push(() => answerWith(accepted))
        return
      }
      answerWith(answers.shift() ?? accepted)
    })

    function answerWith(answer: TextAnswer | 'close'): void {
      if (answer === 'close') return void request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const release = () => {
    isHeld = () => false
    for (const answer of held.splice(0)) answer()
  }
  return {
    port,
    /** The address for texts as JSON objects. */
    url: `http://127.0.0.1:${port}/texts`,
    received,
    answers,
    /** Holds such requests without a response until `release`. */
    hold(which: (request: ReceivedText) => boolean) {
      isHeld = which
    },
    heldCount: () => held.length,
    release,
    /** Returns the texts to a number, of those sent as JSON. */
    to: (number: string): string[] =>
      received.flatMap(({ body }) => {
        const { to, text } = JSON.parse(body)
        return to === number ? [text] : []
      }),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
