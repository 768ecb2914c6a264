import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export const handshakePath = '/ws/?EIO=4&transport=websocket'

export const opcodes = { text: 1, binary: 2 } as const

/** Returns a complete client frame, masked with zeros. */
export function frameOf(payload: string | Buffer, opcode: number = opcodes.text): Buffer {
  const bytes = Buffer.from(payload)
  const head = Buffer.alloc(10)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (bytes.length < 2 ** 16 ? 126 : 127)
  if (bytes.length < 2 ** 16) head.writeUInt16BE(bytes.length, 2)
  else head.writeBigUInt64BE(BigInt(bytes.length), 2)
  return Buffer.concat([head.subarray(0, bytes.length < 2 ** 16 ? 4 : 10), Buffer.alloc(4), bytes])
}

/**
 * Opens a live connection over which the test sends raw bytes, from any loopback address. It has authenticated with a token,
 * unless it is anonymous.
 */
export async function openRaw(url: string, token?: string, localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) })
  socket.on('error', () => undefined) // these connections expect to be cut off
  socket.write(
    `GET ${handshakePath} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  await answered(socket, /^HTTP/)
  if (token === undefined) return socket
  socket.write(frameOf(`40${JSON.stringify({ token })}`))
  // Waits until it is accepted or refused. Data sent before ends the connection.
  await answered(socket, /4[04]\{/)
  return socket
}

/** Waits until something has been received, or the connection has ended. */
function answered(socket: Socket, expected: RegExp): Promise<void> {
  return new Promise((resolve) => {
    let received = ''
    const finish = () => {
      socket.off('data', read)
      resolve()
    }
    const read = (bytes: Buffer) => {
      received += bytes.toString('latin1')
      if (expected.test(received)) finish()
    }
    if (socket.destroyed) return resolve()
    socket.on('data', read)
    socket.once('close', finish)
  })
}
