import type { HttpServerOptions } from '../platform/http/http-server.ts'
import { connectionShare } from './connection-share.ts'
import type { Foundation } from './foundation.ts'

/** Returns the HTTP server options given by the settings. */
export function httpOptions({
  config,
  log,
  tls,
}: Pick<Foundation, 'config' | 'log' | 'tls'>): HttpServerOptions {
  return {
    log,
    trustProxy: config.trustProxy,
    isHttps: config.httpTls || config.publicUrl.startsWith('https:'),
    tls: config.httpTls ? tls : undefined,
    connections: {
      perAddress: config.httpConnectionsPerAddress,
      total: connectionShare('HTTP_CONNECTIONS', config.httpConnections),
    },
  }
}
