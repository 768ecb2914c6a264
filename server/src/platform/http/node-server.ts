import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createAddressList } from '../address-list.ts'
import { createConnectionLimits } from '../connection-limits.ts'
import type { Log } from '../log.ts'
import type { TlsFiles } from '../tls-files.ts'

export interface NodeServerOptions {
  log: Log
  /** Addresses or ranges of proxies whose X-Forwarded-* headers are trusted. Default: none. */
  trustProxy?: string[]
  /** Maximum open connections per address and in total. Default: unlimited. */
  connections?: { perAddress: number; total: number } | undefined
  /** Certificate and key. If absent, the server uses plain HTTP. */
  tls?: TlsFiles | undefined
}

/** In ms. A connection that sends nothing is closed after `headersTimeout`. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 1_000,
}

/** Creates the Node.js server below the framework, with its timeouts, certificate and connection limits. */
export function createNodeServer(
  handler: RequestListener,
  { connections, log, tls, trustProxy = [] }: NodeServerOptions,
): Server {
  // An `https.Server` has the whole interface of an `http.Server`.
  const server = tls
    ? (createSecureServer({ ...timeouts, ...tls.options() }, handler) as unknown as Server)
    : createServer(timeouts, handler)
  if (tls) tls.follow(server as unknown as Parameters<TlsFiles['follow']>[0])
  if (connections) {
    // A proxy holds the connections of many clients, so only the total limit applies to it.
    const limits = createConnectionLimits({
      kind: 'HTTP',
      ...connections,
      isShared: createAddressList(trustProxy),
      log,
    })
    server.on('connection', (socket) => void limits.admit(socket))
  }
  return server
}
