import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { generate, type IPublishPacket } from 'mqtt-packet'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { testBroker } from '../../../../test/test-broker.ts'
import type { Input } from '../writer/input.ts'

const app = await testApp()
const broker = await testBroker(app)
const { writer } = app.ingest.intake
const firstAt = Date.parse('2026-11-25T08:00:00Z')

/** Connects a device whose acknowledgments are collected in order. */
async function connect({ mac, key }: MadeDevice, keepalive = 0) {
  const socket = net.connect(broker.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined) // the broker may reset the connection
  socket.write(
    generate({
      cmd: 'connect',
      clientId: 'any',
      username: mac,
      password: Buffer.from(key),
      clean: true,
      keepalive,
    }),
  )
  await once(socket, 'data')
  const acknowledged: number[] = []
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (; rest.length >= 4; rest = rest.subarray(4)) {
      expect(rest.readUInt16BE(0)).toBe(0x40_02)
      acknowledged.push(rest.readUInt16BE(2))
    }
  })
  return { socket, acknowledged }
}

function publish({ mac }: MadeDevice, name: string, payload: string, more: Partial<IPublishPacket>): Buffer {
  const rest = { qos: 1, dup: false, retain: false, ...more } as const
  return generate({ cmd: 'publish', topic: `eot/${mac}/${name}`, payload, ...rest })
}

const reading = (device: MadeDevice, number: number, padding = '') =>
  publish(device, 'readings', `{"at":${firstAt + number * 1000},${padding}"readings":{"noise":41}}`, {
    messageId: number,
  })

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

test('a connection is not read while its messages are being stored, and continues afterward', async () => {
  const device = await app.make.device()
  const { held, release } = hold(device)
  const { socket, acknowledged } = await connect(device)
  const packets = numbersTo(900).map((number) => reading(device, number, ' '.repeat(15_000)))
  for (const packet of packets) socket.write(packet)
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0), patience)
  await wait(500) // all would have been read by now
  expect(held.length).toBeLessThan(50)
  release()
  writer.submit(held)
  await vi.waitFor(() => expect(acknowledged).toHaveLength(900), patience)
  expect(acknowledged).toEqual(numbersTo(900))
  expect(await countStored(device)).toBe(900)
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
