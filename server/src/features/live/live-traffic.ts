import type { Socket } from 'socket.io'
import { type ElapsedMs, systemElapsedMs } from '../../platform/clock.ts'

type Connection = Socket['conn']

const packetsPerWindow = 100
const windowMs = 10_000
/** What waits for a reader that does not read; beyond, it is gone, and catches up when it is back. */
const mostBufferedBytes = 1024 * 1024

/** Closes a connection that says more than anybody has to say, joins and answers to pings included. */
export function limitPackets(connection: Connection, elapsed: ElapsedMs = systemElapsedMs): void {
  let windowStart = elapsed()
  let count = 0
  connection.on('packet', () => {
    const now = elapsed()
    if (now - windowStart > windowMs) {
      windowStart = now
      count = 0
    }
    count += 1
    if (count > packetsPerWindow) connection.close(true)
  })
}

/** Whether so much waits to be sent that nobody seems to read it. */
export function isClogged(connection: Connection): boolean {
  return bufferedBytes(connection) > mostBufferedBytes
}

function bufferedBytes(connection: Connection): number {
  // Neither is declared: packets that wait for the transport, and what the web socket has taken but not sent.
  const { writeBuffer = [], transport } = connection as unknown as {
    writeBuffer?: { data?: string | Buffer }[]
    transport?: { socket?: { bufferedAmount?: number } }
  }
  const queued = writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
  return queued + (transport?.socket?.bufferedAmount ?? 0)
}
