import { expect, onTestFinished, test, vi } from 'vitest'
import { lockState } from '../../../../test/held-lock.ts'
import { startScriptedBroker } from '../../../../test/scripted-broker.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'
import { uuidv7 } from '../../../platform/db/uuid.ts'
import { createLog } from '../../../platform/log.ts'
import { startBridge } from './mqtt-bridge.ts'

const start = Date.UTC(2026, 10, 20, 9)
const patience = { timeout: 60_000 }

async function bridged(behavior?: Parameters<typeof startScriptedBroker>[0], log = createLog('silent')) {
  const app = await testIngest(start)
  const broker = await startScriptedBroker(behavior)
  const options = { url: broker.url, clientId: 'portal-1', log }
  const bridge = await startBridge(app.ingest.intake, options)
  onTestFinished(bridge.close)
  await vi.waitFor(() => expect(broker.subscribed).toHaveLength(3), patience)
  return { app, broker, bridge }
}

/** Creates a log, and a list of the reasons written to it. */
function logOfBroker() {
  const reasons: unknown[] = []
  const log = createLog('warn', { write: (line) => void reasons.push(JSON.parse(line).reason) })
  return { log, reasons }
}

/** Blocks every write of a reading until the returned function is called. */
async function lockReadings({ pool }: TestIngest): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query('begin; lock table reading in access exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Returns how many sessions wait for a lock. */
async function countBlocked({ pool }: TestIngest): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

const sample = (n: number) => JSON.stringify({ at: start - n * 1000, readings: { noise: 40 + n } })

async function storedNoise({ pool }: TestIngest): Promise<number[]> {
  const { rows } = await pool.query<{ noise: number }>('select noise from reading order by at desc')
  return rows.map(({ noise }) => noise)
}

test('portals share the messages of all devices through a shared subscription, in a session that outlives a process', async () => {
  const { broker } = await bridged()
  expect(broker.subscribed).toEqual(
    ['readings', 'status', 'events'].map((name) => `$share/eot/eot/+/${name}`),
  )
  expect(broker.connects).toMatchObject([
    { clientId: 'portal-1', clean: false, properties: { sessionExpiryInterval: 604_800 } },
  ])
})

test('a broker that refuses at first, as while it starts, is retried', async () => {
  const { bridge, broker } = await bridged({ refusals: 1 })
  expect(bridge.isConnected()).toBe(true)
  expect(broker.connects).toHaveLength(2)
})

test('each reason why the broker cannot be reached is logged once', async () => {
  const { log, reasons } = logOfBroker()
  const { broker } = await bridged({ refusals: 3 }, log)
  const refused = 'Connection refused: Server unavailable'
  expect(reasons).toEqual([refused])
  broker.refuse()
  await vi.waitFor(() => expect(reasons).toHaveLength(2), patience)
  broker.refuseNext(2)
  broker.accept()
  await vi.waitFor(() => expect(broker.subscribed).toHaveLength(6), patience)
  expect(reasons).toEqual([refused, expect.stringContaining('ECONNREFUSED'), refused])
})

test('messages are received while earlier ones are being stored, and each is acknowledged after its commit', async () => {
  const { app, broker } = await bridged()
  const device = await app.make.device()
  const unlock = await lockReadings(app)
  const publish = (n: number) => broker.publish(`eot/${device.mac}/readings`, sample(n))
  publish(1)
  await vi.waitFor(async () => expect(await countBlocked(app)).toBe(1), patience)
  for (let n = 2; n <= 50; n += 1) publish(n)
  await vi.waitFor(() => expect(app.ingest.writer.waitingCount()).toBeGreaterThan(40), patience)
  expect(broker.unacknowledged.size).toBe(50)
  await unlock()
  await vi.waitFor(() => expect(broker.unacknowledged.size).toBe(0), patience)
  expect(await storedNoise(app)).toEqual(Array.from({ length: 50 }, (_, n) => 41 + n))
})

test('a message that could not be stored is not acknowledged, is redelivered on a new connection, and is stored once', async () => {
  const { app, broker } = await bridged()
  const device = await app.make.device()
  const unlock = await lockReadings(app)
  for (let n = 1; n <= 3; n += 1) broker.publish(`eot/${device.mac}/readings`, sample(n))
  const endWriter = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await app.pool.query(endWriter)).rowCount).toBe(1), patience)
  await vi.waitFor(() => expect(broker.connects.length).toBeGreaterThan(1), patience)
  expect(broker.unacknowledged.size).toBe(3)
  await unlock()
  app.time.now += 2000
  await vi.waitFor(() => expect(broker.unacknowledged.size).toBe(0), patience)
  expect(await storedNoise(app)).toEqual([41, 42, 43])
})

test('while a device is locked, messages of others are stored once, even without a time, and its own once it is free', async () => {
  const { app, broker } = await bridged()
  const [held, neighbor] = [await app.make.device(), await app.make.device()]
  const publish = ({ mac }: { mac: string }, noise: number) =>
    broker.publish(`eot/${mac}/readings`, JSON.stringify({ readings: { noise } }))
  for (const device of [held, neighbor]) publish(device, 40)
  await vi.waitFor(() => expect(broker.unacknowledged.size).toBe(0), patience)
  const state = await lockState(app, held)
  app.time.now += 1000
  publish(held, 41)
  await state.isWaitedFor()
  publish(neighbor, 42)
  await vi.waitFor(() => expect(app.ingest.writer.waitingCount()).toBe(1), patience)
  await state.cancelOne()
  const connections = broker.connects.length
  await vi.waitFor(() => expect(broker.unacknowledged.size).toBe(1), patience)
  app.time.now += 1000
  publish(neighbor, 43) // on a connection that takes no more messages
  await vi.waitFor(() => expect(broker.connects.length).toBeGreaterThan(connections + 1), patience)
  await state.release()
  app.time.now += 1000
  await vi.waitFor(() => expect(broker.unacknowledged.size).toBe(0), patience)
  const { rows } = await app.pool.query('select noise from reading order by noise')
  expect(rows.map(({ noise }) => noise)).toEqual([40, 40, 41, 42, 43])
})

test('subscriptions are made again on each connection, since a broker may keep a session without them', async () => {
  const { broker } = await bridged()
  broker.cut()
  await vi.waitFor(() => expect(broker.subscribed).toHaveLength(6), patience)
})

test('a message is not acknowledged on another connection than its own', async () => {
  const { app, broker, bridge } = await bridged()
  const device = await app.make.device()
  const unlock = await lockReadings(app)
  broker.publish(`eot/${device.mac}/readings`, sample(1))
  await vi.waitFor(() => expect(app.ingest.writer.waitingCount()).toBe(0), patience)
  broker.refuse()
  await vi.waitFor(() => expect(bridge.isConnected()).toBe(false), patience)
  await unlock()
  await vi.waitFor(async () => expect(await storedNoise(app)).toEqual([41]), patience)
  broker.accept()
  await vi.waitFor(() => expect(broker.unacknowledged.size).toBe(0), patience)
  expect(broker.stray).toEqual([])
  expect(await storedNoise(app)).toEqual([41])
})

test('a message from an unknown device or on an unknown topic is acknowledged and quarantined', async () => {
  const { app, broker } = await bridged()
  broker.publish('eot/02:00:00:00:00:99/readings', sample(1))
  broker.publish('eot/kitchen/readings', sample(1))
  await vi.waitFor(() => expect(broker.unacknowledged.size).toBe(0), patience)
  const { rows } = await app.pool.query('select reason from quarantine order by reason')
  expect(rows).toEqual([{ reason: 'unknown device' }, { reason: 'wrong topic' }])
})

test('a status published by a device updates its state, and a command is published on its topic', async () => {
  const { app, broker } = await bridged()
  const device = await app.make.device()
  broker.publish(`eot/${device.mac}/status`, JSON.stringify({ state: 'online', version: '3.4.0' }))
  await vi.waitFor(() => expect(broker.unacknowledged.size).toBe(0), patience)
  const { rows } = await app.pool.query('select online, firmware from device_state')
  expect(rows).toEqual([{ online: true, firmware: '3.4.0' }])
  const id = await addCommand(app, device)
  const payload = JSON.stringify({ command: 'refresh', id })
  await vi.waitFor(
    () =>
      expect(broker.commands).toEqual(
        [device.mac, device.mac.replaceAll(':', '-')].map((name) => ({
          topic: `eot/${name}/commands`,
          payload,
        })),
      ),
    patience,
  )
})

test('a command counts as sent only once a device has subscribed, and is published again when it reports its status', async () => {
  const { app, broker } = await bridged()
  const [device, other] = [await app.make.device(), await app.make.device()]
  const sentAt = async (id: string) => {
    const row = await app.db.selectFrom('device_command').where('id', '=', id).select('sent_at').execute()
    return row[0]?.sent_at
  }
  broker.listen(false)
  const command = await addCommand(app, device)
  await vi.waitFor(() => expect(broker.commands).toHaveLength(2), patience)
  broker.listen(true)
  const heard = await addCommand(app, other)
  await vi.waitFor(async () => expect(await sentAt(heard)).toEqual(new Date(start)), patience)
  expect(await sentAt(command)).toBe(null)
  broker.publish(`eot/${device.mac}/status`, JSON.stringify({ state: 'online' }))
  await vi.waitFor(async () => expect(await sentAt(command)).toEqual(new Date(start)), patience)
})

/** Requests a refresh of a device. Returns the id of the command. */
async function addCommand(app: TestIngest, device: { id: string }): Promise<string> {
  const id = uuidv7()
  const waiting = { requested_at: new Date(start), expires_at: new Date(start + 60_000) }
  await app.db
    .insertInto('device_command')
    .values({ id, device_id: device.id, command: 'refresh', ...waiting })
    .execute()
  return id
}
