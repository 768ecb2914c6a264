import type { IncomingMessage } from 'node:http'
import net, { type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { ingestLimits } from '@eot/contract/ingest'
import { createWebSocketStream, WebSocketServer } from 'ws'
import type { ConnectionLimits } from '../../../platform/connection-limits.ts'
import { listenWide } from '../../../platform/listen-wide.ts'
import type { TlsFiles } from '../../../platform/tls-files.ts'

export interface Listener {
  port: number
  close(): Promise<void>
}

export type Handle = (stream: Duplex) => void

interface Place {
  port: number
  host: string
  limits: ConnectionLimits
  handle: Handle
}

/** Path of MQTT over WebSocket on the HTTP port. */
export const webSocketPath = '/mqtt'
const probeAfterMs = 60_000
const handshakeTimeoutMs = 5_000

/** Listens for MQTT over TCP. */
export function listenOnTcp({ port, host, limits, handle }: Place): Promise<Listener> {
  const server = net.createServer((socket) => {
    if (limits.admit(socket)) handle(prepared(socket))
  })
  return listen(server, { port, host, setting: 'MQTT_PORT' })
}

/** Listens for MQTT over TLS, with the certificate files, which are reloaded when they change. */
export function listenOnTls({
  port,
  host,
  limits,
  handle,
  files,
}: Place & { files: TlsFiles }): Promise<Listener> {
  const server = tls.createServer({ ...files.options(), handshakeTimeout: handshakeTimeoutMs }, (socket) => {
    handle(prepared(socket))
  })
  server.on('connection', (socket) => void limits.admit(socket))
  // Ignores clients that do not speak TLS or abort the handshake.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  files.follow(server)
  return listen(server, { port, host, setting: 'MQTT_TLS_PORT' })
}

/** Takes over the upgrade of an HTTP request at `webSocketPath`. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Accepts MQTT over WebSocket. Each connection is treated as a stream like any other. */
export function createWebSocketUpgrade({ limits, handle }: Pick<Place, 'limits' | 'handle'>): {
  upgrade: Upgrade
  close(): void
} {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    perMessageDeflate: false,
    maxPayload: ingestLimits.messageBytes + 64 * 1024,
    handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
  })
  return {
    upgrade(request, socket, head) {
      if (!limits.admit(request.socket)) return
      prepared(request.socket)
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const stream = createWebSocketStream(webSocket)
        stream.on('error', () => undefined) // the stream then closes, which its reader handles
        handle(stream)
      })
    },
    close() {
      for (const webSocket of server.clients) webSocket.terminate()
    },
  }
}

function prepared<S extends Socket>(socket: S): S {
  return socket.setNoDelay(true).setKeepAlive(true, probeAfterMs)
}

async function listen(server: net.Server, place: Parameters<typeof listenWide>[1]): Promise<Listener> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listener = await listenWide(server, place)
  return {
    port: listener.port,
    async close() {
      const closed = listener.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
