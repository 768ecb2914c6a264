import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Answer = (response: ServerResponse, request: ReceivedRequest) => void

export interface WebReceiver {
  origin: string
  port: number
  received: ReceivedRequest[]
  /** The number of TCP connections, with or without a request. */
  connections: number
  /** How requests are answered. Default: 200. */
  answer: Answer
  stop(): Promise<void>
}

interface Tls {
  cert: string
  key: string
}

/** Starts a real server on a free port that keeps the requests it receives. */
export async function startReceiver(tls?: Tls, host = '127.0.0.1'): Promise<WebReceiver> {
  const receiver: WebReceiver = {
    origin: '',
    port: 0,
    received: [],
    connections: 0,
    answer: (response) => response.end('fine'),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  const handle: Parameters<typeof createServer>[1] = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, method = '', url: path = '' } = request
      const received = { method, path, headers, body: Buffer.concat(chunks) }
      receiver.received.push(received)
      receiver.answer(response, received)
    })
  }
  const server = tls ? createTlsServer(tls, handle) : createServer(handle)
  server.on('connection', () => {
    receiver.connections++
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, host)
  await once(server, 'listening')
  receiver.port = (server.address() as AddressInfo).port // it listens on TCP
  receiver.origin = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${receiver.port}`
  return receiver
}

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Creates untrusted certificates in a folder: self-signed, expired, for another name, and at the end of a chain of three. */
export function untrustedCertificates(folder: string) {
  const file = (name: string) => join(folder, name)
  const read = (name: string) => readFileSync(file(name), 'utf8')

  function selfSigned(name: string, { days = '1', alt = 'IP:127.0.0.1' } = {}): Tls {
    openssl(
      'req',
      '-new',
      ...newKey,
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.csr`),
      '-subj',
      '/CN=receiver',
    )
    writeFileSync(file(`${name}.ext`), `subjectAltName=${alt}\nbasicConstraints=critical,CA:FALSE\n`)
    openssl(
      'x509',
      '-req',
      '-in',
      file(`${name}.csr`),
      '-out',
      file(`${name}.pem`),
      '-days',
      days,
      '-extfile',
      file(`${name}.ext`),
      '-signkey',
      file(`${name}.key`),
    )
    return { cert: read(`${name}.pem`), key: read(`${name}.key`) }
  }

  function chain(): Tls {
    const authority = (name: string, ext: string, by?: string) => {
      openssl(
        'req',
        '-new',
        ...newKey,
        '-keyout',
        file(`${name}.key`),
        '-out',
        file(`${name}.csr`),
        '-subj',
        `/CN=${name}`,
      )
      writeFileSync(file(`${name}.ext`), ext)
      const signer = by
        ? ['-CA', file(`${by}.pem`), '-CAkey', file(`${by}.key`), '-CAcreateserial']
        : ['-signkey', file(`${name}.key`)]
      openssl(
        'x509',
        '-req',
        '-in',
        file(`${name}.csr`),
        '-out',
        file(`${name}.pem`),
        '-days',
        '1',
        '-extfile',
        file(`${name}.ext`),
        ...signer,
      )
    }
    authority('root', 'basicConstraints=critical,CA:TRUE\n')
    authority('middle', 'basicConstraints=critical,CA:TRUE\n', 'root')
    authority('leaf', 'subjectAltName=IP:127.0.0.1\n', 'middle')
    return { cert: `${read('leaf.pem')}${read('middle.pem')}${read('root.pem')}`, key: read('leaf.key') }
  }

  return {
    selfSigned: selfSigned('self'),
    otherSelfSigned: selfSigned('other'),
    wrongName: selfSigned('name', { alt: 'DNS:elsewhere.example' }),
    expired: selfSigned('expired', { days: '-1' }),
    chain: chain(),
  }
}
