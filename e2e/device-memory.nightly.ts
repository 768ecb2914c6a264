import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import net from 'node:net'
import { launchProgram, residentBytes } from '@eot/server/test/child-program'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { generate } from 'mqtt-packet'
import { expect, onTestFinished, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'

const messageBytes = 250_000
/** 350 MB are sent. On a busy machine, memory that is free is released late: up to 154 MB were seen. */
const mostGrowth = 200 * 2 ** 20
/** Compiled code remains. */
const mostKept = 60 * 2 ** 20

async function open(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // a disconnect is expected
  socket.resume()
  await once(socket, 'connect')
  return socket
}

/** Resolves when everything is written or the broker has closed the connection. */
async function send(socket: net.Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return
  await new Promise<void>((resolve) => {
    socket.once('drain', resolve)
    socket.once('close', () => resolve())
  })
}

test('no device can make the program grow by what it sends, and the memory is released again', async () => {
  const dataDir = await makeTemporaryDirectory()
  const program = launchProgram({ dataDir, environment: { INGEST_RATE: '100000', INGEST_BURST: '100000' } })
  onTestFinished(async () => {
    await program.stop()
    await rm(dataDir, { recursive: true })
  })
  const { http, mqtt } = await program.ready
  const portal = await signInAsAdministrator(http)
  const site = await createSite(portal, { Name: 'Memory', TimeZone: 'Europe/Berlin' })
  const [device] = await createDevices(portal, site.id, { count: 1, firstMac: 0 })
  if (!device) throw new Error('no device was made')
  const before = residentBytes(program.pid)
  let most = before
  const look = () => {
    most = Math.max(most, residentBytes(program.pid))
  }
  const report = (when: string) => {
    const [now, peak] = [residentBytes(program.pid) - before, most - before]
    tell(
      `${when}: ${Math.round(now / 2 ** 20)} MB more than before, at most ${Math.round(peak / 2 ** 20)} MB`,
    )
  }
  const connect = (clientId: string) =>
    generate({
      cmd: 'connect',
      clientId,
      clean: false,
      username: device.mac,
      password: Buffer.from(device.key),
    })

  for (let session = 0; session < 45; session += 1) {
    const socket = await open(mqtt)
    await send(socket, connect(`session ${session}`))
    for (let messageId = 1; messageId <= 20; messageId += 1) {
      const topic = `eot/${device.mac}/events`
      const payload = Buffer.alloc(messageBytes)
      await send(
        socket,
        generate({ cmd: 'publish', topic, payload, qos: 2, messageId, dup: false, retain: false }),
      )
      look()
    }
    socket.destroy()
  }
  report('after the sessions')
  const halves = await Promise.all(Array.from({ length: 500 }, () => open(mqtt)))
  const half = Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0x0f]), Buffer.alloc(messageBytes)])
  await Promise.all(halves.map((socket) => send(socket, half)))
  look()
  report('after half CONNECTs')
  const connections = await Promise.all(Array.from({ length: 300 }, () => open(mqtt)))
  for (const [n, socket] of connections.entries()) await send(socket, connect(`connection ${n}`))
  look()
  for (const socket of [...halves, ...connections]) socket.destroy()

  report('after 300 connections')
  expect(most - before).toBeLessThanOrEqual(mostGrowth)
  await expect
    .poll(() => residentBytes(program.pid) - before, { timeout: 120_000, interval: 1000 })
    .toBeLessThanOrEqual(mostKept)
})
