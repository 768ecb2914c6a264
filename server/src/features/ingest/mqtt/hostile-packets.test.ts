import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'
import { expect, onTestFinished, test } from 'vitest'
import { noteFailures } from '../../../../test/note-failures.ts'
import { bombard } from '../../../../test/send-hostile.ts'
import { longestStallMs, watchStalls } from '../../../../test/stall-watch.ts'
import { testApp } from '../../../../test/test-app.ts'
import { connectDevice, connectPacket, testBroker } from '../../../../test/test-broker.ts'

const app = await testApp()
const broker = await testBroker(app)
const packets = 5000

test('a healthy device keeps reporting while 5,000 broken packets arrive, and none causes a failure or stall', async () => {
  const failures = noteFailures()
  const [healthy, attacker] = [await app.make.device(), await app.make.device()]
  const client = await connectDevice(`mqtt://127.0.0.1:${broker.port}`, healthy)
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  const start = Date.now() - 86_400_000
  let reported = 0
  await bombard(broker.port, attacker, {
    packets,
    seed,
    async meanwhile() {
      const sample = JSON.stringify({ at: start + reported, readings: { noise: 41 } })
      await client.publishAsync(`eot/${healthy.mac}/readings`, sample, { qos: 1 })
      reported += 1
    },
  })
  expect(failures, `SEED=${seed}`).toEqual([])
  const { rows } = await app.pool.query('select 1 from reading where device_no = $1', [healthy.no])
  expect(rows).toHaveLength(reported)
  expect(client.connected).toBe(true)
})

async function openSocket() {
  const socket = connect(broker.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined) // the program may reset the connection
  await once(socket, 'connect')
  return socket
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

const messageOn = (topic: string) =>
  generate({ cmd: 'publish', topic, payload: '', qos: 0, dup: false, retain: false })

test('thousands of messages before CONNECT, from many clients at once, cause no stall', async () => {
  const bytes = Buffer.alloc(64_000, messageOn('x'))
  const sockets = await Promise.all(Array.from({ length: 40 }, openSocket))
  const ended = Promise.all(sockets.map(closed))
  const stalls = watchStalls()
  for (const socket of sockets) socket.end(bytes)
  await ended
  expect(await stalls.longestMs()).toBeLessThanOrEqual(longestStallMs)
})

test('of thousands of messages on the topic of another device, only the first is recorded, without a stall', async () => {
  const [device, other] = [await app.make.device(), await app.make.device()]
  const socket = await openSocket()
  socket.write(connectPacket(device))
  await once(socket, 'data')
  const ended = closed(socket)
  const stalls = watchStalls()
  socket.write(Buffer.alloc(500_000, messageOn(`eot/${other.mac}/readings`)))
  await ended
  expect(await stalls.longestMs()).toBeLessThanOrEqual(longestStallMs)
  const { rows } = await app.pool.query('select count from quarantine where mac = $1', [device.mac])
  expect(rows).toEqual([{ count: 1 }])
})
