import net from 'node:net'
import { refusedPort } from './refused-port.ts'

/**
 * libuv accepts one connection of each listening socket per turn of the event loop. With a single socket, a busy program whose
 * turns take 20 ms would accept only 50 connections a second, and all others would wait in the kernel. Linux distributes new
 * connections over all sockets that share a port.
 */
const sockets = process.platform === 'linux' ? 32 : 1

interface Place {
  port: number
  host: string
  /** Name of the setting for the port, for error messages. */
  setting: string
}

export interface WideListener {
  port: number
  /** Accepts no more connections. Resolves when all accepted ones are closed. */
  close(): Promise<void>
}

/**
 * Accepts connections for `server`, which does not listen itself and gets each as an event `connection`. With `port` 0, any
 * free port is used.
 */
export async function listenWide(server: net.Server, place: Place): Promise<WideListener> {
  const { host, setting } = place
  const listeners: net.Server[] = []
  const close = async () => {
    await Promise.all(
      listeners.map((listener) => new Promise<void>((resolve) => listener.close(() => resolve()))),
    )
  }
  try {
    if (place.port !== 0) await refuseSharedPort(place)
    let { port } = place
    for (let n = 0; n < sockets; n++) {
      const listener = net.createServer((socket) => server.emit('connection', socket))
      port = await listen(listener, { port, host, reusePort: sockets > 1 })
      listeners.push(listener)
    }
    return { port, close }
  } catch (error) {
    await close()
    throw refusedPort(error, place.port, setting)
  }
}

/** Throws if another program listens on the port, which could otherwise share it with this one unnoticed. */
async function refuseSharedPort({ port, host }: Place): Promise<void> {
  const probe = net.createServer()
  await listen(probe, { port, host })
  await new Promise((resolve) => probe.close(resolve))
}

/** Returns the port. */
function listen(server: net.Server, options: net.ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
