import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { launchProgram } from '@eot/server/test/child-program'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { openRaw } from '@eot/server/test/raw-live'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { createTestDatabase } from '@eot/server/test/test-database'
import { generate } from 'mqtt-packet'
import { expect, onTestFinished, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import { crowdAddress } from './src/crowd.ts'
import { startSteadySensor } from './src/steady-sensor.ts'

const each = 100
/** As many live connections as one user may have. */
const live = 20
const keepaliveSeconds = 2
const patience = { timeout: 180_000, interval: 500 }

test('peers that vanish without a word are let go in time, whatever they were in the middle of, while others go on', async () => {
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const program = launchProgram({ dataDir, environment: { DATABASE_URL: database.url } })
  onTestFinished(async () => void (await program.stop()))
  const { http, mqtt } = await program.ready
  const portal = await signInAsAdministrator(http)
  const site = await createSite(portal, { Name: 'Vanished', TimeZone: 'Europe/Berlin' })
  const [steady, ...devices] = await createDevices(portal, site.id, { count: 1 + 2 * each, firstMac: 1 })
  if (!steady) throw new Error('no device was created')
  const sensor = await startSteadySensor(`mqtt://127.0.0.1:${mqtt}`, steady)
  await expect.poll(() => sensor.acknowledged.length, patience).toBeGreaterThan(100)
  const openFiles = () => readdirSync(`/proc/${program.pid}/fd`).length
  const before = openFiles()

  const open = (port: number, n: number, bytes: string | Buffer = '') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: crowdAddress(n) })
    socket.on('error', () => undefined) // it is cut off
    socket.resume()
    if (bytes.length > 0) socket.write(bytes)
    return socket
  }
  const many = (make: (n: number) => Socket) => Array.from({ length: each }, (_, n) => make(n))
  const connectOf = (n: number) => {
    const { mac = '', key = '' } = devices[n] ?? {}
    return generate({
      cmd: 'connect',
      clientId: `${n}`,
      clean: true,
      keepalive: keepaliveSeconds,
      username: mac,
      password: Buffer.from(key),
    })
  }
  const topicOf = (n: number) => `eot/${devices[n]?.mac}/readings`
  const halfPublish = (n: number) =>
    generate({
      cmd: 'publish',
      topic: topicOf(n),
      payload: '{"readings":{"noise":40}}',
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
    }).subarray(0, -9)
  const bulkHead = `POST /api/ingest/bulk HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${site.gatewayToken}\r\nContent-Type: application/x-ndjson\r\nContent-Length: 9999\r\n\r\n{"mac":"`
  const kinds: Record<string, Socket[]> = {
    'HTTP, silent': many((n) => open(http, n)),
    'HTTP, half a request of a gateway': many((n) => open(http, n, bulkHead)),
    'MQTT, silent': many((n) => open(mqtt, n)),
    'MQTT, half a CONNECT': many((n) => open(mqtt, n, connectOf(n).subarray(0, 20))),
    'MQTT, a device': many((n) => open(mqtt, n, connectOf(n))),
    'MQTT, half a message of a device': many((n) =>
      open(mqtt, n, Buffer.concat([connectOf(each + n), halfPublish(each + n)])),
    ),
    'live, without a token': await Promise.all(
      Array.from({ length: live }, (_, n) => openRaw(portal.url, undefined, crowdAddress(n))),
    ),
    'live, a user': await Promise.all(
      Array.from({ length: live }, (_, n) => openRaw(portal.url, portal.token, crowdAddress(n))),
    ),
  }
  const openedAt = performance.now()
  const closedAfterMs = new Map<string, number>()
  for (const [kind, sockets] of Object.entries(kinds))
    for (const socket of sockets)
      socket.once('close', () => closedAfterMs.set(kind, Math.round(performance.now() - openedAt)))
  onTestFinished(() => {
    for (const socket of Object.values(kinds).flat()) socket.destroy()
  })

  const acknowledged = sensor.acknowledged.length
  const left = () =>
    Object.values(kinds)
      .flat()
      .filter((socket) => !socket.closed).length
  await expect.poll(left, patience).toBe(0)
  for (const [kind, ms] of closedAfterMs) tell(`${kind}: the last was let go after ${ms} ms`)
  await expect.poll(openFiles, patience).toBeLessThanOrEqual(before + 10)
  expect(sensor.acknowledged.length).toBeGreaterThan(acknowledged)
  await sensor.finish()
  expect(program.hasEnded).toBe(false)
})
