import { constants } from '@eot/contract/constants'
import type {
  AlertMessage,
  ChangeMessage,
  DeviceMessage,
  JoinMessage,
  RatingsMessage,
  ReadingsMessage,
} from '@eot/contract/live'
import { live } from '@eot/contract/live'
import type { Socket } from 'socket.io-client'
import { call } from '../api/api.ts'
import { ApiError, isRetryable } from '../api/api-error.ts'
import { forgetEarlyAnswers } from '../api/early-answers.ts'
import { hasExpired } from '../api/id-token.ts'
import { onTokens, ownTokens } from '../api/tokens.ts'
import { makeListeners } from './listeners.ts'
import { makeRooms } from './live-rooms.ts'
import { setLiveStatus } from './live-status.ts'
import { makeSeqMerge } from './seq-merge.ts'

type RoomMessage = AlertMessage | DeviceMessage | ChangeMessage
type Samples = ReadingsMessage['Samples']

const joinTimeoutMs = 5000
const catchUpRetryMs = 3000

const alertMessages = makeListeners<[message: AlertMessage, late: boolean]>()
const deviceMessages = makeListeners<[message: DeviceMessage, late: boolean]>()
const changeMessages = makeListeners<[message: ChangeMessage]>()
const samples = makeListeners<[deviceId: string, samples: Samples]>()
const ratings = makeListeners<[message: RatingsMessage]>()
const notices = makeListeners<[]>()
const resyncs = makeListeners<[readBefore: number]>()
const catchUps = makeListeners<[]>()

/** `late`: a newer message about the same alert or device came earlier, so this one must not change what is shown. */
export const onAlertMessage = alertMessages.add
export const onDeviceMessage = deviceMessages.add
export const onChangeMessage = changeMessages.add
/** The notifications of the user have changed. */
export const onNotices = notices.add
/** Called with a time: data read before it may lack events and must be fetched again. */
export const onResync = resyncs.add
/** The server has answered a catch-up, so it can be reached again. */
export const onCatchUp = catchUps.add

const rooms = makeRooms(send)
const merge = makeSeqMerge<RoomMessage>({
  subjectOf(message) {
    if ('Alert' in message) return `alert ${message.Alert.Id}`
    return 'Device' in message ? `device ${message.DeviceId}` : message.Event
  },
  apply(message, late) {
    setLiveStatus({ lastEventAt: Date.now() })
    if ('Alert' in message) alertMessages.notify(message, late)
    else if ('Device' in message) deviceMessages.notify(message, late)
    else changeMessages.notify(message)
  },
})

let socket: Socket | undefined
let opening = false
let siteId: string | undefined
/** Counts the calls of `watchSite`. */
let visit = 0
let leaveSite: (() => void) | undefined
let retryTimer: ReturnType<typeof setTimeout> | undefined
let tokenInUse: string | undefined

/** Opens the session's only connection (spec 4). Further calls have no effect. */
export async function openLive(): Promise<void> {
  if (socket || opening) return
  opening = true
  setLiveStatus({ status: 'connecting' })
  const { io } = await import('socket.io-client')
  if (!opening) return // closed while the code was loading
  opening = false
  socket = io({
    path: constants.socketPath,
    auth: (give) => {
      tokenInUse = ownTokens()?.AccessToken
      give({ token: tokenInUse })
    },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: constants.socketReconnectDelayMs,
    reconnectionDelayMax: constants.socketReconnectDelayMaxMs,
    randomizationFactor: constants.socketRandomization,
    timeout: constants.socketTimeoutMs,
  })
  listen(socket)
}

export function closeLive(): void {
  opening = false
  clearTimeout(retryTimer)
  leaveSite?.()
  leaveSite = undefined
  siteId = undefined
  socket?.disconnect()
  socket = undefined
  merge.reset()
  setLiveStatus({ status: 'off' })
}

/** The site whose messages are received, with those of the sites below it. undefined: none yet. */
export const watchedSiteId = () => siteId

/** Leaves the rooms of the previous site and joins those of this one. */
export function watchSite(id: string): void {
  if (id === siteId) return
  leaveSite?.()
  siteId = id
  visit += 1
  merge.reset()
  merge.hold()
  const joined = roomsOfSite.map((EventType) => rooms.join({ SiteId: id, EventType }))
  leaveSite = () => {
    for (const { leave } of joined) leave()
  }
  void catchUpAfter(joined.map(({ joining }) => joining))
}

const roomsOfSite = ['alerts', 'devices', 'changes'] as const

/** Catches up once the rooms are joined. Events that come before a room is joined, but after a catch-up, would be missed. */
async function catchUpAfter(joins: readonly Promise<void>[]) {
  const own = visit
  await Promise.all(joins)
  // Meanwhile, the user may have switched to another site, or the connection may have been lost.
  if (own === visit && socket?.connected) await catchUp()
}

/** Receives the readings of a device as they are stored. All callers share one room. */
export function watchReadings(
  site: string,
  deviceId: string,
  onSamples: (samples: Samples) => void,
): () => void {
  const { leave } = rooms.join({ SiteId: site, EventType: 'readings', DeviceId: deviceId })
  const stop = samples.add((device, news) => {
    if (device === deviceId) onSamples(news)
  })
  return () => {
    stop()
    leave()
  }
}

/** Receives the ratings of a site as they change. All callers share one room. */
export function watchRatings(site: string, onRatings: (message: RatingsMessage) => void): () => void {
  const { leave } = rooms.join({ SiteId: site, EventType: 'ratings' })
  const stop = ratings.add((message) => {
    if (message.SiteId === site) onRatings(message)
  })
  return () => {
    stop()
    leave()
  }
}

function listen(connection: Socket) {
  connection.on('connect', () => void rejoin())
  connection.on('disconnect', (reason) => {
    setLiveStatus({ status: 'reconnecting' })
    if (reason !== 'io server disconnect') return
    // After an expired token, reconnect at once. Any other reason may affect all clients at the same time, so wait a
    // random moment.
    if (hasExpired(tokenInUse, Date.now())) void reconnect()
    else reconnectSoon()
  })
  connection.on('connect_error', () => {
    setLiveStatus({ status: 'reconnecting' })
    // The server refused the handshake, so the library does not retry by itself.
    if (!connection.active) reconnectSoon()
  })
  connection.on('alerts', (message: AlertMessage) => merge.receive(message))
  connection.on('devices', (message: DeviceMessage) => merge.receive(message))
  connection.on('changes', (message: ChangeMessage) => merge.receive(message))
  connection.on('notices', () => notices.notify())
  // The server has removed this connection from rooms, since the user may no longer see their site. Everything
  // shown is refetched; requests for what the user may no longer see return 404.
  connection.on('removed', () => {
    forgetEarlyAnswers()
    resyncs.notify(Date.now())
  })
  connection.on('ratings', (message: RatingsMessage) => ratings.notify(message))
  connection.on('readings', (message: ReadingsMessage) => samples.notify(message.DeviceId, message.Samples))
}

async function rejoin() {
  merge.hold()
  await catchUpAfter(rooms.rejoin())
}

/** Resolves when the server has acknowledged, or did not in time. The catch-up covers events in the meantime. */
async function send(message: JoinMessage): Promise<void> {
  if (!socket?.connected) return
  const engine = socket.io.engine
  try {
    await socket.timeout(joinTimeoutMs).emitWithAck(message.Action, message)
  } catch {
    // Without an acknowledgment the connection is broken. Rooms are joined again after reconnecting.
    engine.close()
  }
}

async function catchUp() {
  clearTimeout(retryTimer)
  const site = siteId
  if (!site) return
  const [after, requestedAt] = [merge.last(), Date.now()]
  forgetEarlyAnswers()
  try {
    const news = await call(live.events, { query: { SiteId: site, after } })
    if (site !== siteId) return
    if (news.Resync || after === undefined) resyncs.notify(requestedAt)
    merge.release(news.Seq, [...news.Alerts, ...news.Devices, ...news.Changes])
    catchUps.notify()
    if (socket?.connected) setLiveStatus({ status: 'live' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (site !== siteId) return
    merge.releaseUnmerged()
    // The role may not read alerts, or the site does not exist: nothing to catch up on.
    if (!isRetryable(error) && error.status < 500) setLiveStatus({ status: 'live' })
    else if (socket?.connected) retryTimer = setTimeout(() => void catchUpAgain(), catchUpRetryMs)
  }
}

function catchUpAgain() {
  if (!socket?.connected) return
  merge.hold()
  return catchUp()
}

function reconnectSoon() {
  clearTimeout(retryTimer)
  const spread = constants.socketReconnectDelayMs * (1 + Math.random())
  retryTimer = setTimeout(() => void reconnect(), spread)
}

/** The server closes a connection when its token expires. Any request refreshes the token. */
async function reconnect() {
  try {
    await call(live.events, { query: { SiteId: siteId } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 0 || error.status >= 500) return reconnectSoon()
  }
  socket?.connect() // unless the session has ended
}

// Reconnects with the new token when the tokens are refreshed.
onTokens((tokens) => {
  if (!tokens || !socket?.connected || tokens.AccessToken === tokenInUse) return
  socket.disconnect().connect()
})
