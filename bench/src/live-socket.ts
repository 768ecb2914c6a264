import type { RoomType } from '@eot/contract/live'
import { io, type Socket } from 'socket.io-client'

/** Opens a live connection that does not reconnect. */
export async function connectSocket(url: string, auth: Record<string, string>): Promise<Socket> {
  const socket = io(url, { path: '/ws/', transports: ['websocket'], auth, reconnection: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

export async function joinRoom(socket: Socket, room: RoomType, siteId: string): Promise<void> {
  const answer = await socket.emitWithAck('join', { Action: 'join', SiteId: siteId, EventType: room })
  if (answer?.ok !== true) throw new Error(`the room could not be joined: ${JSON.stringify(answer)}`)
}
