import type { MqttClient } from 'mqtt'
import { expect, onTestFinished, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { sendSamples } from '../../../../test/send-samples.ts'
import { connectDevice } from '../../../../test/test-broker.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'
import { createLog } from '../../../platform/log.ts'
import { type Ingest, startBroker } from '../index.ts'
import { takeAndWait } from './mqtt-intake.ts'

const start = Date.UTC(2026, 10, 20, 9)
const minute = 60_000
const readings = { noise: 41 }

/** Starts a broker of a process. Returns a function that connects a device that leaves a last will there. */
async function brokerOf({ intake }: Ingest) {
  const limits = { perAddress: 100, total: 100 }
  const broker = await startBroker(intake, { port: 0, host: '127.0.0.1', log: createLog('silent'), limits })
  onTestFinished(broker.close)
  return (device: MadeDevice) => {
    const payload = Buffer.from('{"state":"offline"}')
    const will = { topic: `eot/${device.mac}/status`, payload, qos: 1, retain: false } as const
    return connectDevice(`mqtt://127.0.0.1:${broker.port}`, device, { will, keepalive: 60 })
  }
}

const report = (client: MqttClient, { mac }: MadeDevice) =>
  client.publishAsync(`eot/${mac}/readings`, JSON.stringify({ readings }), { qos: 1 })

async function isOnline({ pool }: TestIngest, { no }: MadeDevice): Promise<boolean | undefined> {
  const { rows } = await pool.query<{ online: boolean }>(
    'select online from device_state where device_no = $1',
    [no],
  )
  return rows[0]?.online
}

test.each([
  ['since', 0],
  ['since, and the clock of that one is a little ahead', 30_000],
])(
  'the last will of a connection is ignored if the device has reported to another process %s',
  async (_when, aheadMs) => {
    const app = await testIngest(start)
    const [device, other] = [await app.make.device(), await app.make.device()]
    const [connectHere, connectThere] = [await brokerOf(app.ingest), await brokerOf(app.another())]
    const [earlier, lasting] = [await connectHere(device), await connectHere(other)]
    await report(earlier, device)
    await report(lasting, other)
    app.time.now += minute + aheadMs
    await report(await connectThere(device), device)
    app.time.now += aheadMs > 0 ? -aheadMs : minute
    earlier.stream.destroy()
    lasting.stream.destroy()
    await expect.poll(() => isOnline(app, other), { timeout: 60_000 }).toBe(false)
    expect(await isOnline(app, device)).toBe(true)
    const { rows } = await app.pool.query("select device_id from event where kind = 'DeviceOffline'")
    expect(rows).toEqual([{ device_id: other.id }])
  },
)

/** Pings the broker, and resolves when it has answered. */
async function ping(client: MqttClient): Promise<void> {
  const answered = new Promise<void>((resolve) => {
    client.on('packetreceive', ({ cmd }) => cmd === 'pingresp' && resolve())
  })
  client.sendPing()
  await answered
}

test('the last will of a connection counts if the device was heard on it since it reported elsewhere', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  const connect = await brokerOf(app.ingest)
  const client = await connect(device)
  app.time.now += minute
  await sendSamples(app.another(), device.mac, [{ readings }])
  app.time.now += minute
  await ping(client)
  client.stream.destroy()
  await expect.poll(() => isOnline(app, device), { timeout: 60_000 }).toBe(false)
})

test('the last will of a connection counts after the clock was set back', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  const client = await (await brokerOf(app.ingest))(device)
  app.time.now += 4 * minute
  await report(client, device)
  app.time.now -= 3 * minute
  await ping(client)
  client.stream.destroy()
  await expect.poll(() => isOnline(app, device), { timeout: 60_000 }).toBe(false)
})

/** Makes a device that may send few messages. Returns a function that takes what it sends. */
async function limitedDevice(perSecond: number) {
  const app = await testIngest(start)
  const { mac } = await app.make.device()
  const begun = performance.now()
  const now = () => start + performance.now() - begun
  const intake = { ...app.ingest.intake, now, rate: { perSecond, burst: 1 } }
  const device = await intake.directory.findByMac(mac)
  if (!device) throw new Error('unknown device')
  const take = (status: object, isLastWill: boolean) => {
    const connection = { heardAt: start + minute, client: { closed: isLastWill } }
    const payload = Buffer.from(JSON.stringify(status))
    return takeAndWait(intake, { device, name: 'status', payload, connection, isLastWill })
  }
  return { pool: app.pool, take }
}

test('of the last wills that wait for the rate of their device, only the newest is stored', async () => {
  const { pool, take } = await limitedDevice(2)
  await take({ state: 'online' }, false)
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => take({ state: 'offline', version: String(n) }, true)),
  )
  const { rows } = await pool.query('select online, firmware, version from device_state')
  expect(rows).toEqual([{ online: false, firmware: '29', version: 2 }])
})

test('a last will is stored after the messages that arrived before it, even if an earlier one waits', async () => {
  const { pool, take } = await limitedDevice(5)
  await take({ state: 'online' }, false)
  const taken = [
    take({ state: 'offline' }, true),
    take({ state: 'online' }, false),
    take({ state: 'offline' }, true),
  ]
  await Promise.all(taken)
  const { rows } = await pool.query('select online, version from device_state')
  expect(rows).toEqual([{ online: false, version: 3 }])
})
