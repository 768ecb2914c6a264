import type { HttpServerOptions } from '../platform/http/http-server.ts'
import type { Stops } from '../platform/stops.ts'
import { connectionShare } from './connection-share.ts'
import type { Foundation } from './foundation.ts'
import { openTls } from './open-tls.ts'

/** Returns the HTTP server options given by the settings. Throws StartRefused. */
export async function httpOptions(
  { config, log }: Pick<Foundation, 'config' | 'log'>,
  stops: Stops,
): Promise<HttpServerOptions> {
  return {
    log,
    trustProxy: config.trustProxy,
    isHttps: config.httpTls || config.publicUrl.startsWith('https:'),
    tls: config.httpTls ? await openTls({ config, log }, stops) : undefined,
    connections: {
      perAddress: config.httpConnectionsPerAddress,
      total: connectionShare('HTTP_CONNECTIONS', config.httpConnections),
    },
  }
}
