import type { Socket as TcpSocket } from 'node:net'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectLive, join, leave } from '../../../test/live-client.ts'
import { frameOf, handshakePath, openRaw } from '../../../test/raw-live.ts'
import { testLive } from '../../../test/test-live.ts'

const app = await testLive()
afterAll(app.close)

const patience = { timeout: 60_000 }

/** Opens a connection without a token; resolves to whether it was accepted. */
function openSilently(): Promise<{ socket: WebSocket; isOpen: boolean }> {
  const socket = new WebSocket(app.url.replace('http', 'ws') + handshakePath)
  onTestFinished(() => socket.close())
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve({ socket, isOpen: true }))
    socket.addEventListener('error', () => resolve({ socket, isOpen: false }))
  })
}

const nothingIsLeft = () =>
  vi.waitFor(() => {
    expect(app.hub.connectionCount()).toBe(0)
    expect(app.hub.places()).toEqual([])
    expect(app.hub.watchedDevices()).toEqual([])
  }, patience)

async function openHere(token: string): Promise<TcpSocket> {
  const socket = await openRaw(app.url, token)
  onTestFinished(() => void socket.destroy())
  return socket
}

test('an address gets at most one hundred connections without a token; the rest are rejected before the upgrade', async () => {
  const opened = await Promise.all(Array.from({ length: 120 }, openSilently))
  expect(opened.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(100)
  expect(opened.filter(({ isOpen }) => !isOpen).length).toBeGreaterThanOrEqual(20)
  for (const { socket } of opened) socket.close()
  await nothingIsLeft()
})

test('a connection without a token is closed after a timeout', async () => {
  const { socket, isOpen } = await openSilently()
  expect(isOpen).toBe(true)
  await vi.waitFor(() => expect(socket.readyState).toBe(WebSocket.CLOSED), patience)
})

test('a user can have at most twenty connections', async () => {
  const { AccessToken } = await app.signIn()
  const sockets = await Promise.all(Array.from({ length: 20 }, () => connectLive(app.url, AccessToken)))
  await expect(connectLive(app.url, AccessToken)).rejects.toThrow('limit_exceeded')
  sockets[0]?.disconnect()
  await vi.waitFor(() => connectLive(app.url, AccessToken), patience)
})

test('a connection can join at most ten rooms', async () => {
  const site = await app.make.site()
  const devices = await Promise.all(Array.from({ length: 11 }, () => app.make.device({ site })))
  const socket = await connectLive(app.url, (await app.signIn({ site })).AccessToken)
  const answers = []
  for (const { id } of devices) answers.push(await join(socket, 'readings', site.id, id))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
  expect(answers.at(-1)).toEqual({ ok: false, ErrorCode: 'limit_exceeded' })
})

test('a connection that floods the server with messages is closed, whatever they contain', async () => {
  const socket = await connectLive(app.url, (await app.signIn()).AccessToken)
  for (let n = 0; n < 200; n++) socket.emit('anything', n)
  await vi.waitFor(() => expect(socket.connected).toBe(false), patience)
})

test('a frame above 64 KiB closes the connection', async () => {
  const socket = await connectLive(app.url, (await app.signIn()).AccessToken)
  socket.emit('join', 'x'.repeat(65 * 1024))
  await vi.waitFor(() => expect(socket.connected).toBe(false), patience)
})

test('a connection that does not read is closed', async () => {
  const site = await app.make.site()
  const device = await app.make.device({ site })
  const { AccessToken } = await app.signIn({ site })
  const raw = await openHere(AccessToken)
  raw.write(
    frameOf(`42${JSON.stringify(['join', { SiteId: site.id, EventType: 'readings', DeviceId: device.id }])}`),
  )
  await vi.waitFor(() => expect(app.hub.isWatched(device.id)).toBe(true), patience)
  raw.pause()
  const isClosed = vi.waitFor(() => expect(app.hub.isWatched(device.id)).toBe(false), patience)
  const samples = Array.from({ length: 50_000 }, (_, at): [number, { CO: number }] => [at, { CO: at }])
  for (let n = 0; n < 40; n++) app.hub.sendReadings(device.id, samples)
  await isClosed
})

test('waves of connections that join, leave and disconnect leave nothing behind', async () => {
  const site = await app.make.site()
  const device = await app.make.device({ site })
  const users = await Promise.all([1, 2, 3].map(() => app.signIn({ site })))
  for (let wave = 0; wave < 3; wave++) {
    const sockets = await Promise.all(
      users.flatMap(({ AccessToken }) => Array.from({ length: 10 }, () => connectLive(app.url, AccessToken))),
    )
    await Promise.all(sockets.map((socket) => join(socket, 'readings', site.id, device.id)))
    await Promise.all(sockets.map((socket) => join(socket, 'alerts', site.id)))
    await Promise.all(sockets.slice(0, 10).map((socket) => leave(socket, 'alerts', site.id)))
    for (const [n, socket] of sockets.entries()) {
      // Some send a join while disconnecting.
      if (n % 3 === 0) socket.emit('join', { SiteId: site.id, EventType: 'devices' })
      if (n % 2) socket.disconnect()
      else socket.io.engine.close()
    }
    for (const { AccessToken } of users) (await openHere(AccessToken)).destroy()
    await nothingIsLeft()
  }
})

test('a client without a token that ignores the close frame is disconnected too', async () => {
  const raw = await openRaw(app.url)
  onTestFinished(() => void raw.destroy())
  raw.resume()
  await vi.waitFor(() => expect(raw.closed).toBe(true), patience)
})
