import { constants } from '@eot/contract/constants'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'

export interface JoinAnswer {
  ok: boolean
  ErrorCode?: string
}

/** Opens a live connection like a browser, until the end of the test. */
export function connectLive(
  url: string,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<Socket> {
  const socket = io(url, {
    path: '/ws/',
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: headers,
  })
  onTestFinished(() => void socket.disconnect())
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })
}

/** Keeps a live connection until the end of the test and joins the alerts of a site each time, as the portal does. */
export function keepJoined(viewer: {
  url: string
  token: string
  headers: Record<string, string>
  siteId: string
  onJoined(): void
}): void {
  const socket = io(viewer.url, {
    path: constants.socketPath,
    auth: { token: viewer.token },
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: viewer.headers,
    reconnectionDelay: constants.socketReconnectDelayMs,
    reconnectionDelayMax: constants.socketReconnectDelayMaxMs,
    randomizationFactor: constants.socketRandomization,
    timeout: constants.socketTimeoutMs,
  })
  onTestFinished(() => void socket.disconnect())
  socket.on('connect', async () => {
    const { ok } = await join(socket, 'alerts', viewer.siteId)
    if (ok) viewer.onJoined()
  })
}

export const join = (
  socket: Socket,
  EventType: string,
  SiteId: string,
  DeviceId?: string,
): Promise<JoinAnswer> => socket.emitWithAck('join', { Action: 'join', SiteId, EventType, DeviceId })

export const leave = (socket: Socket, EventType: string, SiteId: string): Promise<JoinAnswer> =>
  socket.emitWithAck('leave', { Action: 'leave', SiteId, EventType })

/** Collects all messages received from now on. */
export function collect<Message>(socket: Socket, event: string): Message[] {
  const messages: Message[] = []
  socket.on(event, (message: Message) => messages.push(message))
  return messages
}
