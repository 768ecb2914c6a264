import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createAddressList } from '../address-list.ts'
import { createConnectionLimits } from '../connection-limits.ts'
import type { Log } from '../log.ts'
import type { TlsFiles } from '../tls-files.ts'

export interface NodeServerOptions {
  log: Log
  /** Addresses or ranges of proxies whose X-Forwarded-* headers count; none: nobody's. */
  trustProxy?: string[]
  /** Open connections of one address, and of all; absent: as many as come. */
  connections?: { perAddress: number; total: number } | undefined
  /** Certificate and key; absent: the server speaks HTTP without TLS. */
  tls?: TlsFiles | undefined
}

/** From the first byte of a request to its last. A connection that sends nothing ends after `headersTimeout`. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 1_000,
}

/** The server below the framework: its timeouts, certificate and bounds. */
export function createNodeServer(
  handler: RequestListener,
  { connections, log, tls, trustProxy = [] }: NodeServerOptions,
): Server {
  // An `https.Server` has all that an `http.Server` has.
  const server = tls
    ? (createSecureServer({ ...timeouts, ...tls.options() }, handler) as unknown as Server)
    : createServer(timeouts, handler)
  if (tls) tls.follow(server as unknown as Parameters<TlsFiles['follow']>[0])
  if (connections) {
    // Proxies hold the connections of many: theirs count in all only.
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
