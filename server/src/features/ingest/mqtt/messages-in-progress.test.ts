import { once } from 'node:events'
import net from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'aedes'
import { generate, type IConnectPacket, type IPublishPacket } from 'mqtt-packet'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { connectPacket, testBroker } from '../../../../test/test-broker.ts'
import type { Input } from '../writer/input.ts'
import { MessagesInProgress } from './messages-in-progress.ts'

const app = await testApp()
const broker = await testBroker(app)
const { writer } = app.ingest.intake
const puback = 0x40
const pingresp = 0xd0
const firstAt = Date.parse('2026-11-25T08:00:00Z')

/** Connects a device whose acknowledgments are collected in order. */
async function connect(device: MadeDevice, keepalive = 0, more: Partial<IConnectPacket> = {}) {
  const socket = net.connect(broker.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined) // the broker may reset the connection
  socket.write(connectPacket(device, { keepalive, ...more }))
  await once(socket, 'data')
  const acknowledged: number[] = []
  let pings = 0
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 2) {
      const end = 2 + (rest[1] ?? 0)
      if (rest.length < end) break
      if (rest[0] === puback) acknowledged.push(rest.readUInt16BE(2))
      else if (rest[0] === pingresp) pings += 1
      rest = rest.subarray(end)
    }
  })
  return { socket, acknowledged, pings: () => pings }
}

function publish({ mac }: MadeDevice, name: string, payload: string, more: Partial<IPublishPacket>): Buffer {
  const rest = { qos: 1, dup: false, retain: false, ...more } as const
  return generate({ cmd: 'publish', topic: `eot/${mac}/${name}`, payload, ...rest })
}

function reading(
  device: MadeDevice,
  number: number,
  { qos = 1, padding = 0 }: { qos?: 1 | 2; padding?: number } = {},
): Buffer {
  const sample = `{"at":${firstAt + number * 1000},${' '.repeat(padding)}"readings":{"noise":41}}`
  return publish(device, 'readings', sample, { qos, messageId: number })
}

async function countStored({ no }: MadeDevice): Promise<number> {
  const { rows } = await app.pool.query('select 1 from reading where device_no = $1', [no])
  return rows.length
}

/** Keeps what the device submits from now on until it is released. */
function hold(device: MadeDevice) {
  const held: Input[] = []
  const submit = writer.submit
  const spy = vi.spyOn(writer, 'submit').mockImplementation((inputs) => {
    const isHeld = inputs[0]?.device?.mac === device.mac
    if (isHeld) held.push(...inputs)
    else submit(inputs)
  })
  const release = () => spy.mockRestore()
  onTestFinished(release)
  return { held, release }
}

const patience = { timeout: 60_000 }
const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('messages that arrive together are stored, and acknowledged in their order', async () => {
  const device = await app.make.device()
  const { socket, acknowledged } = await connect(device)
  const packets = numbersTo(60).map((number) => reading(device, number))
  packets[20] = publish(device, 'status', '{"state":"online"}', { messageId: 21 })
  packets[40] = publish(device, 'events', '{"event":"button"}', { messageId: 41 })
  socket.write(Buffer.concat(packets))
  await vi.waitFor(() => expect(acknowledged).toEqual(numbersTo(60)), patience)
  expect(await countStored(device)).toBe(58)
})

test('messages at QoS 0 are stored without an acknowledgment', async () => {
  const device = await app.make.device()
  const { socket, acknowledged } = await connect(device)
  const unconfirmed = numbersTo(5).map((number) =>
    publish(device, 'readings', `{"at":${firstAt - number},"readings":{"noise":41}}`, { qos: 0 }),
  )
  socket.write(Buffer.concat([...unconfirmed, reading(device, 1)]))
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), patience)
  expect(await countStored(device)).toBe(6)
})

test.each([1, 2] as const)(
  'many messages at QoS %i are not read while earlier ones are being stored',
  async (qos) => {
    const device = await app.make.device()
    const { held } = hold(device)
    const { socket } = await connect(device)
    for (const number of numbersTo(300)) {
      socket.write(reading(device, number, { qos }))
      await wait(2) // each in a segment of its own
    }
    await vi.waitFor(() => expect(held.length).toBeGreaterThanOrEqual(20), patience)
    await wait(200) // all would have been read by now
    expect(held.length).toBeLessThan(60)
  },
)

test('a connection is read again when its messages are stored', async () => {
  const device = await app.make.device()
  const { held, release } = hold(device)
  const { socket, acknowledged } = await connect(device)
  for (const number of numbersTo(900)) socket.write(reading(device, number, { padding: 15_000 }))
  await vi.waitFor(() => expect(held.length).toBeGreaterThanOrEqual(20), patience)
  release()
  writer.submit(held)
  await vi.waitFor(() => expect(acknowledged).toHaveLength(900), patience)
  expect(acknowledged).toEqual(numbersTo(900))
  expect(await countStored(device)).toBe(900)
})

test('pings are answered while a message is being stored', async () => {
  const device = await app.make.device()
  const { held } = hold(device)
  const { socket, acknowledged, pings } = await connect(device)
  socket.write(reading(device, 1))
  await vi.waitFor(() => expect(held).toHaveLength(1), patience)
  socket.write(generate({ cmd: 'pingreq' }))
  await vi.waitFor(() => expect(pings()).toBe(1), patience)
  expect(acknowledged).toEqual([])
})

test('the keepalive does not end a connection whose messages are stored slowly', async () => {
  const device = await app.make.device()
  const { held } = hold(device)
  const { socket, acknowledged } = await connect(device, 1)
  socket.write(Buffer.concat(numbersTo(25).map((number) => reading(device, number))))
  await vi.waitFor(() => expect(held).toHaveLength(25), patience)
  for (const { submission } of held.slice(0, 5)) {
    await wait(700) // in all more than one and a half times the keepalive
    submission.done()
  }
  await vi.waitFor(() => expect(acknowledged).toHaveLength(5), patience)
  expect(socket.destroyed).toBe(false)
})

test('a connection that receives no acknowledgments is not read', () => {
  let drained: (error?: Error | null) => void = () => undefined
  let read = 0
  const client = {
    closed: false,
    conn: new Writable({ highWaterMark: 8, write: () => undefined }),
    _parsingBatch: 0,
    _keepaliveTimer: null,
    _nextBatch() {
      read += 1
      client._parsingBatch -= 1
    },
    waitForDrain(callback: typeof drained) {
      drained = callback
    },
  }
  const messages = new MessagesInProgress(client as unknown as Client)
  return vi
    .waitFor(() => {
      messages.add()
      messages.store(1)
      expect(client.conn.writableNeedDrain).toBe(true)
    }, patience)
    .then(() => {
      expect(client._parsingBatch).toBeGreaterThan(1000)
      drained(null)
      expect(client._parsingBatch).toBe(0)
      expect(read).toBe(1)
    })
})

test.each([
  ['without a packet identifier', []],
  ['with the packet identifier 0', [0, 0]],
])('a message at QoS 1 %s ends the connection, and others continue', async (_, identifier) => {
  const [device, other] = [await app.make.device(), await app.make.device()]
  const topic = Buffer.from(`eot/${device.mac}/readings`)
  const body = Buffer.from([0, topic.length, ...topic, ...identifier])
  const invalid = Buffer.from([0x32, body.length, ...body])
  for (const before of [[], [reading(device, 1)]]) {
    const { socket } = await connect(device)
    const ended = once(socket, 'close')
    socket.write(Buffer.concat([...before, invalid]))
    await ended
  }
  const { socket, acknowledged } = await connect(other)
  socket.write(reading(other, 1))
  await vi.waitFor(() => expect(acknowledged).toEqual([1]), patience)
})

test('if a message cannot be stored, the connection ends, and what is stored later is not acknowledged', async () => {
  const device = await app.make.device()
  const { held } = hold(device)
  const { socket, acknowledged } = await connect(device)
  socket.write(Buffer.concat(numbersTo(3).map((number) => reading(device, number))))
  await vi.waitFor(() => expect(held).toHaveLength(3), patience)
  held[0]?.submission.done()
  held[1]?.submission.fail(new Error('not now'))
  await once(socket, 'close')
  held[2]?.submission.done()
  expect(acknowledged).toEqual([])
})

test('a device that only publishes several messages at a time is not disconnected', async () => {
  const device = await app.make.device()
  const { socket, acknowledged } = await connect(device, 1)
  for (let round = 0; round < 8; round += 1) {
    socket.write(Buffer.concat([reading(device, round * 2 + 1), reading(device, round * 2 + 2)]))
    await wait(300) // in all more than one and a half times the keepalive
  }
  await vi.waitFor(() => expect(acknowledged).toHaveLength(16), patience)
  expect(socket.destroyed).toBe(false)
})

const will = ({ mac }: MadeDevice) => ({
  topic: `eot/${mac}/status`,
  payload: Buffer.from('{"state":"offline"}'),
  qos: 1 as const,
  retain: false,
})

test('a device is not offline because its pings were not read', async () => {
  const device = await app.make.device()
  const { held } = hold(device)
  const { socket } = await connect(device, 1, { will: will(device) })
  const ended = once(socket, 'close')
  socket.write(Buffer.concat(numbersTo(25).map((number) => reading(device, number))))
  await ended
  expect(held.map(({ kind }) => kind)).toEqual(Array(25).fill('reading'))
})

test('when a device disconnects, its messages that wait for its rate are dropped, and it is offline at once', async () => {
  const device = await app.make.device()
  const { socket, acknowledged } = await connect(device, 0, { will: will(device) })
  const isOnline = async () => {
    const { rows } = await app.pool.query('select online from device_state where device_no = $1', [device.no])
    return rows[0]?.online
  }
  socket.write(Buffer.concat(numbersTo(1600).map((number) => reading(device, number))))
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(1000), patience)
  const before = acknowledged.length
  socket.destroy()
  await vi.waitFor(async () => expect(await isOnline()).toBe(false), patience)
  await wait(500) // another 50 would have been stored by now
  const stored = await countStored(device)
  expect(stored).toBeLessThan(before + 50)
  expect(await isOnline()).toBe(false)
})
