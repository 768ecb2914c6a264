import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { constants } from '@eot/contract/constants'
import type { RatingsMessage, ReadingsMessage } from '@eot/contract/live'
import { Server, type Socket } from 'socket.io'
import type { Caller } from '../../access/caller.ts'
import type { Callers, HeldToken } from '../../access/callers.ts'
import type { NoteRefusal } from '../../access/refusals.ts'
import { isWithin, siteIdsOf } from '../../access/site-path.ts'
import { createAddressList } from '../../platform/address-list.ts'
import { AppError } from '../../platform/app-error.ts'
import { createBoundedQueue } from '../../platform/bounded-queue.ts'
import { forwardedAddress } from '../../platform/http/client-address.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import type { Attempt } from '../../platform/http/serve.ts'
import { idsIn } from '../../platform/ids-in.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import { createHandshakes, tokenTimeoutMs } from './live-handshakes.ts'
import {
  changeRoom,
  isRoomOfChanges,
  type PathsOfPlaces,
  type RoomRules,
  ratedIn,
  readingsRoom,
  type SiteRoomType,
  siteRoom,
  subjectIn,
  watchedIn,
} from './live-rooms.ts'
import { endUnanswered, isClogged, limitPackets } from './live-traffic.ts'
import { isOwnOrigin } from './origin.ts'

interface Parts extends RoomRules {
  server: HttpServer
  callers: Callers
  noteRefusal: NoteRefusal
  /** The address browsers load the portal from, besides the host of the request. */
  publicUrl: string
  /** Proxies whose X-Forwarded-For is trusted; none by default. */
  trustProxy?: string[]
  log: Log
}

export interface LiveHub {
  /**
   * Sends to the rooms of every site on the path. `message` builds the message for each site, or undefined to send
   * none.
   */
  send(eventType: SiteRoomType, sitePath: string, message: (siteId: string) => unknown): void
  /**
   * Sends to the connections that follow changes, of users whose own site is on the path or below it. `message` builds the
   * message for the user's site.
   */
  sendBelow(sitePath: string, message: (siteId: string) => unknown): void
  sendReadings(deviceId: string, samples: ReadingsMessage['Samples']): void
  /** Sends only to the room of the site itself. */
  sendRatings(message: RatingsMessage): void
  /** Notifies the browsers of these users, or of all, that their portal notices have changed. */
  sendNotices(userIds?: ReadonlySet<string>): void
  isWatched(deviceId: string): boolean
  watchedDevices(): string[]
  /** Returns the sites whose ratings somebody watches. */
  watchedSites(): string[]
  /** Returns the ids of the connected users' sites, and of the sites and devices whose rooms they are in. */
  places(): string[]
  /** Removes users from rooms that are no longer below their own site, and notifies them by `removed`. */
  leaveForeignRooms(paths: PathsOfPlaces): void
  /** Closes connections whose token or session has ended. Also runs twice a second. */
  closeEnded(): Promise<void>
  connectionCount(): number
  close(): Promise<void>
}

const mostBytes = 64 * 1024
const mostConnectionsPerUser = 20
/**
 * Connections that are admitted or join at once; the others wait. When all browsers return after a restart, this leaves
 * database connections to requests.
 */
const mostAtOnce = 4
/**
 * Periodic, because tokens expire, a notification of an ended session can get lost, and some connections do not read.
 */
const checkEveryMs = 500

interface Held extends HeldToken {
  socket: Socket
  caller: Caller
  /**
   * The connection's last join or leave. They run one after another, so a client that joins and leaves at once ends up outside.
   */
  last: Promise<unknown>
}

/** The live connections at `/ws/`: who may connect, which rooms they are in, and what is sent to them. */
export function createLiveHub({
  server,
  callers,
  noteRefusal,
  publicUrl,
  trustProxy = [],
  log,
  ...rules
}: Parts): LiveHub {
  const held = new Map<string, Held>()
  // There is no other limit, since no more can wait than there are connections, which are limited.
  const turns = createBoundedQueue({ parallel: mostAtOnce, waiting: Number.POSITIVE_INFINITY })
  const isProxy = createAddressList(trustProxy)
  const handshakes = createHandshakes({ addressOf: (request) => forwardedAddress(request, isProxy) })
  /** For each connection, the function that reports its token as received. */
  const pending = new WeakMap<Socket['conn'], () => void>()
  let isClosed = false
  const io = new Server(server, {
    path: constants.socketPath,
    serveClient: false,
    maxHttpBufferSize: mostBytes,
    perMessageDeflate: false,
    connectTimeout: tokenTimeoutMs,
    allowRequest: async (request, decide) => {
      const mayBegin = isOwnOrigin(request, publicUrl) && (await handshakes.mayBegin(request))
      decide(null, mayBegin && !isClosed)
    },
  })
  io.engine.on('connection', (connection: Socket['conn']) => {
    const settle = handshakes.begin(connection.request)
    pending.set(connection, settle)
    connection.once('close', settle)
    limitPackets(connection)
    endUnanswered(connection)
  })
  const headers = Object.entries(securityHeaders(new URL(publicUrl).protocol === 'https:'))
  // Runs before any decision, so that rejections carry the headers too.
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    response.setHeader('cache-control', 'no-store')
    next()
  })

  io.use((socket, next) => {
    admit(socket).then(() => next(), next)
  })
  io.on('connection', (socket) => {
    const entry = held.get(socket.id)
    if (!entry) return
    for (const action of ['join', 'leave'] as const) {
      socket.on(action, (message: unknown, acknowledge: unknown) => {
        const answer = typeof acknowledge === 'function' ? acknowledge : () => undefined
        const change = () => turns.run(() => changeRoom(socket, entry.caller, { action, message }, rules))
        entry.last = entry.last.then(change).then(
          (joined) => {
            socket.emit(action, { SiteId: joined.SiteId, EventType: joined.EventType })
            answer({ ok: true })
          },
          async (error: unknown) => {
            if (!(error instanceof AppError)) log.error({ err: error }, 'failed to join or leave a live room')
            else await note(entry.caller, { call: action, code: error.code, ids: idsIn(message) })
            answer({ ok: false, ErrorCode: error instanceof AppError ? error.code : 'internal_error' })
          },
        )
      })
    }
    socket.on('disconnect', () => held.delete(socket.id))
  })

  async function note(caller: Caller, attempt: Attempt): Promise<void> {
    await noteRefusal(caller, attempt).catch((error: unknown) =>
      log.error({ err: error }, 'failed to record a refused attempt'),
    )
  }

  async function admit(socket: Socket): Promise<void> {
    const { token } = socket.handshake.auth
    const admission = typeof token === 'string' ? await turns.run(() => callers.admit(token)) : null
    if (!admission || admission.caller.isSettingUp) throw new Error('invalid_access_token')
    const { caller, expiresAt } = admission
    // A connection that closed in the meantime emits no further event, and would be held until its token expires.
    if (socket.conn.readyState !== 'open') throw new Error('closed')
    const own = [...held.values()].filter((entry) => entry.caller.userId === caller.userId)
    if (own.length >= mostConnectionsPerUser) throw new Error('limit_exceeded')
    held.set(socket.id, {
      socket,
      caller,
      last: Promise.resolve(),
      sessionId: caller.sessionId,
      sessionVersion: caller.sessionVersion,
      expiresAt,
    })
    pending.get(socket.conn)?.()
    // A socket that closes before it is connected never emits "disconnect".
    socket.conn.once('close', () => held.delete(socket.id))
  }

  async function closeEnded(): Promise<void> {
    const entries = [...held.values()]
    const valid = await callers.stillValid(entries)
    for (const entry of entries)
      if (!valid.has(entry) || isClogged(entry.socket.conn)) entry.socket.disconnect(true)
  }
  const check = repeat('close-ended-connections', checkEveryMs, closeEnded, log)

  return {
    send(eventType, sitePath, message) {
      for (const siteId of siteIdsOf(sitePath)) {
        const room = siteRoom(eventType, siteId)
        if (!io.sockets.adapter.rooms.has(room)) continue
        const payload = message(siteId)
        if (payload !== undefined) io.to(room).emit(eventType, payload)
      }
    },
    sendBelow(sitePath, message) {
      for (const { socket, caller } of held.values()) {
        const isConcerned = isWithin(caller.sitePath, sitePath) || isWithin(sitePath, caller.sitePath)
        if (isConcerned && [...socket.rooms].some(isRoomOfChanges))
          socket.emit('changes', message(caller.siteId))
      }
    },
    sendReadings(deviceId, samples) {
      const message: ReadingsMessage = { DeviceId: deviceId, Samples: samples }
      io.to(readingsRoom(deviceId)).emit('readings', message)
    },
    sendRatings(message) {
      io.to(siteRoom('ratings', message.SiteId)).emit('ratings', message)
    },
    sendNotices(userIds) {
      for (const { socket, caller } of held.values())
        if (!userIds || userIds.has(caller.userId)) socket.emit('notices')
    },
    isWatched: (deviceId) => io.sockets.adapter.rooms.has(readingsRoom(deviceId)),
    watchedDevices: () => [...io.sockets.adapter.rooms.keys()].flatMap(watchedIn),
    watchedSites: () => [...io.sockets.adapter.rooms.keys()].flatMap(ratedIn),
    places: () => {
      const ids = new Set([...held.values()].map(({ caller }) => caller.siteId))
      for (const room of io.sockets.adapter.rooms.keys()) for (const id of subjectIn(room)) ids.add(id)
      return [...ids]
    },
    leaveForeignRooms(paths) {
      for (const entry of held.values()) {
        const sitePath = paths.get(entry.caller.siteId)
        if (sitePath == null) continue // connected after the query, with the current path
        entry.caller = { ...entry.caller, sitePath }
        const foreign = [...entry.socket.rooms].filter((room) =>
          subjectIn(room).some((id) => {
            const path = paths.get(id)
            return path === null || (path !== undefined && !isWithin(path, sitePath))
          }),
        )
        for (const room of foreign) void entry.socket.leave(room)
        if (foreign.length > 0) entry.socket.emit('removed')
      }
    },
    closeEnded,
    connectionCount: () => io.engine.clientsCount,
    async close() {
      await check.stop()
      isClosed = true
      io.disconnectSockets(true)
      // The HTTP server keeps listening, so that new clients learn that the program is shutting down.
      io.engine.close()
    },
  }
}
