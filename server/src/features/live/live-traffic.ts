import type { Socket } from 'socket.io'
import { type ElapsedMs, systemElapsedMs } from '../../platform/clock.ts'

type Connection = Socket['conn']

const packetsPerWindow = 100
const windowMs = 10_000
/**
 * Bytes that may wait for a client that does not read. Beyond this it is disconnected, and catches up when it returns.
 */
const mostBufferedBytes = 1024 * 1024

/** Closes a connection that sends more than any client needs to, including joins and pongs. */
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

/** How long a client may take to answer the close frame. */
const closeAnswerMs = 2_000

/** Ends a connection whose client ignores the close frame; otherwise it could stay open for another 30 seconds. */
export function endUnanswered(connection: Connection): void {
  connection.once('close', () => {
    // An undeclared field: the web socket, unless the client polls.
    const { socket } = connection.transport as { socket?: { terminate?(): void } }
    setTimeout(() => socket?.terminate?.(), closeAnswerMs).unref()
  })
}

/** Returns whether so much data is waiting to be sent that the client seems not to read. */
export function isClogged(connection: Connection): boolean {
  return bufferedBytes(connection) > mostBufferedBytes
}

function bufferedBytes(connection: Connection): number {
  // Undeclared fields: packets waiting for the transport, and bytes the web socket has accepted but not sent.
  const { writeBuffer = [], transport } = connection as unknown as {
    writeBuffer?: { data?: string | Buffer }[]
    transport?: { socket?: { bufferedAmount?: number } }
  }
  const queued = writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
  return queued + (transport?.socket?.bufferedAmount ?? 0)
}
