import { once } from 'node:events'
import net from 'node:net'
import { generate } from 'mqtt-packet'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { closed, connectDevice, connectPacket, testBroker } from '../../../../test/test-broker.ts'

const app = await testApp()
const broker = await testBroker(app)
const url = `mqtt://127.0.0.1:${broker.port}`
const reading = '{"readings":{"noise":41}}'

async function openSocket(): Promise<net.Socket> {
  const socket = net.connect(broker.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined) // the server may reset the connection
  await once(socket, 'connect')
  return socket
}

async function countStored({ no }: MadeDevice): Promise<number> {
  const { rows } = await app.pool.query('select 1 from reading where device_no = $1', [no])
  return rows.length
}

describe('a device has one connection:', () => {
  test('a later one closes the earlier one, whatever their client ids', async () => {
    const device = await app.make.device()
    const first = await connectDevice(url, device, { clientId: 'one' })
    const ended = closed(first)
    const second = await connectDevice(url, device, { clientId: 'two' })
    await ended
    await second.publishAsync(`eot/${device.mac}/readings`, reading, { qos: 1 })
    expect(await countStored(device)).toBe(1)
  })

  test('another device using the same client id does not close it', async () => {
    const [device, other] = [await app.make.device(), await app.make.device()]
    const first = await connectDevice(url, device, { clientId: 'shared' })
    await connectDevice(url, other, { clientId: 'shared' })
    await connectDevice(url, other, { clientId: device.mac })
    await first.publishAsync(`eot/${device.mac}/readings`, reading, { qos: 1 })
    expect(await countStored(device)).toBe(1)
    expect(first.connected).toBe(true)
  })

  test('of 50 simultaneous connections one remains, and it works', async () => {
    const device = await app.make.device()
    const connect = (_: unknown, n: number) =>
      connectDevice(url, device, { clientId: `n${n}` }).catch(() => null)
    const clients = await Promise.all(Array.from({ length: 50 }, connect))
    const connected = () => clients.filter((client) => client?.connected)
    await expect.poll(() => connected().length).toBe(1)
    await connected()[0]?.publishAsync(`eot/${device.mac}/readings`, reading, { qos: 1 })
    expect(await countStored(device)).toBe(1)
  })
})

describe('incomplete QoS 2 delivery', () => {
  const publish = ({ mac }: MadeDevice, messageId: number) =>
    generate({
      cmd: 'publish',
      topic: `eot/${mac}/events`,
      payload: 'x',
      qos: 2,
      messageId,
      dup: false,
      retain: false,
    })

  test('of more than 20 messages without PUBREL ends the connection', async () => {
    const device = await app.make.device()
    const socket = await openSocket()
    socket.write(connectPacket(device))
    await once(socket, 'data')
    const cut = once(socket, 'close')
    for (let id = 1; id <= 21; id += 1) socket.write(publish(device, id))
    await cut
  })

  test('is not kept after the connection, even if the client requests a persistent session', async () => {
    const device = await app.make.device()
    for (let round = 1; round <= 3; round += 1) {
      const socket = await openSocket()
      socket.write(connectPacket(device, { clean: false, clientId: 'kept' }))
      const [connack] = await once(socket, 'data')
      expect([...connack]).toEqual([0x20, 2, 0, 0]) // no session present
      // 15 each: the third round would exceed the limit if the earlier ones still counted.
      let answered = 0
      const all = new Promise<void>((resolve) =>
        socket.on('data', (bytes) => {
          answered += bytes.length / 4
          if (answered === 15) resolve()
        }),
      )
      for (let id = 1; id <= 15; id += 1) socket.write(publish(device, round * 100 + id))
      await all
      socket.destroy()
    }
  })
})

test('a connection ends at its 101st subscription', async () => {
  const device = await app.make.device()
  const socket = await openSocket()
  socket.write(connectPacket(device))
  await once(socket, 'data')
  let granted = 0
  socket.on('data', (bytes) => {
    granted += bytes.length / 5
  })
  const ended = once(socket, 'close')
  const subscriptions = [{ topic: `eot/${device.mac}/commands`, qos: 0 as const }]
  const subscribe = (messageId: number) =>
    socket.write(generate({ cmd: 'subscribe', messageId, subscriptions }))
  for (let messageId = 1; messageId <= 100; messageId += 1) subscribe(messageId)
  await expect.poll(() => granted, { timeout: 60_000 }).toBe(100)
  subscribe(101)
  await ended
  expect(granted).toBe(100)
})

describe('before a client has authenticated', () => {
  test('an incomplete packet is not buffered beyond the limit', async () => {
    const device = await app.make.device()
    const packet = connectPacket(device, { will: { topic: 'x', payload: Buffer.alloc(60_000), qos: 0 } })
    const socket = await openSocket()
    const cut = once(socket, 'close')
    socket.write(packet.subarray(0, 20_000))
    await cut
    await expect
      .poll(() =>
        app.pool.query("select mac from quarantine where reason = 'too large'").then(({ rows }) => rows),
      )
      .toEqual([{ mac: '' }])
  })

  test('a client that sends nothing is disconnected after a timeout', async () => {
    const socket = await openSocket()
    await once(socket, 'close')
  })

  test('a packet with a last will fits into the limit', async () => {
    const device = await app.make.device()
    const client = await connectDevice(url, device, {
      will: { topic: `eot/${device.mac}/status`, payload: Buffer.alloc(1024, ' '), qos: 1, retain: false },
    })
    expect(client.connected).toBe(true)
  })
})

describe('connections over the limit', async () => {
  const small = await testBroker(app, { limits: { perAddress: 3, total: 5 } })

  test('from one address are closed, and closing one makes room for another', async () => {
    const devices = await Promise.all(Array.from({ length: 4 }, () => app.make.device()))
    const connect = (n: number) => connectDevice(`mqtt://127.0.0.1:${small.port}`, devices[n] as MadeDevice)
    const clients = [await connect(0), await connect(1), await connect(2)]
    await expect(connect(3)).rejects.toThrow()
    await clients[0]?.endAsync()
    await expect
      .poll(() =>
        connect(3).then(
          ({ connected }) => connected,
          () => false,
        ),
      )
      .toBe(true)
  })
})
