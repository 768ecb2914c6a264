import mqtt, { type MqttClient } from 'mqtt'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testApp } from '../../../../test/test-app.ts'
import { closed, connectDevice, testBroker } from '../../../../test/test-broker.ts'

const app = await testApp()
const broker = await testBroker(app)
const stopping = await testBroker(app)

const patience = { timeout: 60_000 }
const offline = '{"state":"offline"}'

async function connect(device: MadeDevice, will = `eot/${device.mac}/status`): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, {
    username: device.mac,
    password: device.key,
    reconnectPeriod: 0,
    will: { topic: will, payload: Buffer.from(offline), qos: 1, retain: false },
  })
  onTestFinished(() => void client.end(true))
  client.on('error', () => undefined) // these tests are about closed connections
  await new Promise((resolve) => client.once('connect', resolve))
  return client
}

const report = (client: MqttClient, { mac }: MadeDevice) =>
  client.publishAsync(`eot/${mac}/readings`, '{"readings":{"noise":41}}', { qos: 1 })

async function isOnline({ no }: MadeDevice): Promise<boolean | undefined> {
  const { rows } = await app.pool.query<{ online: boolean }>(
    'select online from device_state where device_no = $1',
    [no],
  )
  return rows[0]?.online
}

test('a device whose connection breaks is offline at once, by its last will', async () => {
  const device = await app.make.device()
  const client = await connect(device)
  await report(client, device)
  expect(await isOnline(device)).toBe(true)
  client.stream.destroy()
  await vi.waitFor(async () => expect(await isOnline(device)).toBe(false), patience)
})

test('the last will of a connection replaced by another is ignored', async () => {
  const device = await app.make.device()
  const first = await connect(device)
  await report(first, device)
  const ended = closed(first)
  const second = await connect(device)
  await ended
  await report(second, device)
  const { rows } = await app.pool.query(
    "select kind from event where kind = 'DeviceOffline' and device_id = $1",
    [device.id],
  )
  expect(rows).toEqual([])
  expect(await isOnline(device)).toBe(true)
})

test('a device cannot leave a last will about another device', async () => {
  const [device, other] = [await app.make.device(), await app.make.device()]
  await report(await connect(other), other)
  const client = await connect(device, `eot/${other.mac}/status`)
  client.stream.destroy()
  await vi.waitFor(async () => {
    const { rows } = await app.pool.query('select reason from quarantine where mac = $1', [device.mac])
    expect(rows).toEqual([{ reason: 'foreign device' }])
  }, patience)
  expect(await isOnline(other)).toBe(true)
})

/** Returns the events of a device that it is offline, after everything received so far has been stored. */
async function offlineEvents({ id, mac }: MadeDevice) {
  await sendSamples(app.ingest, mac, [{ readings: { noise: 42 } }])
  return app.db
    .selectFrom('event')
    .selectAll()
    .where('kind', '=', 'DeviceOffline')
    .where('device_id', '=', id)
    .execute()
}

test('devices are not offline because the program stops', async () => {
  const device = await app.make.device()
  const will = {
    topic: `eot/${device.mac}/status`,
    payload: Buffer.from(offline),
    qos: 1,
    retain: false,
  } as const
  const client = await connectDevice(`mqtt://127.0.0.1:${stopping.port}`, device, { will })
  await report(client, device)
  const ended = closed(client)
  await stopping.close()
  await ended
  expect(await isOnline(device)).toBe(true)
  expect(await offlineEvents(device)).toEqual([])
})

test('a device is not offline because the program could not store its message', async () => {
  const device = await app.make.device()
  const client = await connect(device)
  await report(client, device)
  const ended = closed(client)
  vi.spyOn(app.ingest.intake.writer, 'submit').mockImplementationOnce((inputs) => {
    for (const { submission } of inputs) submission.fail(new Error('not now'))
  })
  report(client, device).catch(() => undefined) // never acknowledged
  await ended
  expect(await offlineEvents(device)).toEqual([])
  expect(await isOnline(device)).toBe(true)
})
