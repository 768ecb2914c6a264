import { expect, onTestFinished, test } from 'vitest'
import { startBroker, type TestBroker } from '../test/test-broker.ts'
import type { Sample } from './kinds.ts'
import { type MqttDevice, type MqttDeviceOptions, startMqttDevice } from './mqtt-device.ts'

const identity = { mac: 'A4:CF:12:7B:03:9E', key: 'a secret' }
const backoff = { firstMs: 20, mostMs: 100 }

async function broker(): Promise<TestBroker> {
  const started = await startBroker({ [identity.mac]: identity.key })
  onTestFinished(() => started.close())
  return started
}

function device(url: string, more: Partial<MqttDeviceOptions> = {}): MqttDevice {
  const started = startMqttDevice({
    identity,
    url,
    intervalMs: 5_000,
    backoff,
    measureNow: () => sample(999),
    ...more,
  })
  onTestFinished(() => started.stop())
  return started
}

const sample = (at: number): Sample => ({ at, readings: { temperature: 21.4, CO: 0.4 } })

/** Timestamps of all samples received, in order of arrival. */
function arrived(at: TestBroker): number[] {
  return at
    .received<Sample | Sample[]>(identity.mac, 'readings')
    .flatMap((one) => [one].flat().map((each) => each.at))
}

test('a device publishes its online status, with version and interval, before it reports', async () => {
  const at = await broker()
  device(at.url).report(sample(1))
  await at.until(() => arrived(at).length === 1)
  expect(at.messages.map(({ topic }) => topic)).toEqual([
    `eot/${identity.mac}/status`,
    `eot/${identity.mac}/readings`,
  ])
  expect(at.received(identity.mac, 'status')).toEqual([{ state: 'online', version: '3.4.0', interval: 5 }])
  expect(at.received(identity.mac, 'readings')).toEqual([sample(1)])
  expect(at.messages.every(({ qos, retain }) => qos === 1 && !retain)).toBe(true)
})

test('samples taken while the broker is down arrive later, once and in order', async () => {
  const at = await broker()
  const cutOff = device(at.url)
  cutOff.report(sample(1))
  await at.until(() => arrived(at).length === 1)
  await at.stopListening()
  for (let n = 2; n <= 700; n++) cutOff.report(sample(n))
  await at.listenAgain()
  await at.until(() => arrived(at).length >= 700)
  expect(arrived(at)).toEqual(Array.from({ length: 700 }, (_, n) => n + 1))
  await expect.poll(() => cutOff.counts).toEqual({ acknowledged: 700, dropped: 0, waiting: 0 })
})

test('an unacknowledged message is resent on the next connection', async () => {
  const at = await broker()
  const cutOff = device(at.url)
  await at.until(() => at.messages.length === 1)
  const release = at.holdAcknowledgments()
  cutOff.report(sample(1))
  await at.until(() => at.connections.length === 1)
  at.cutEverybodyOff()
  await at.until(() => at.connections.length === 2)
  expect(cutOff.counts).toMatchObject({ acknowledged: 0, waiting: 1 })
  release()
  await expect.poll(() => cutOff.counts).toEqual({ acknowledged: 1, dropped: 0, waiting: 0 })
  expect(arrived(at)).toContain(1)
})

test('a device reconnects when the broker stops acknowledging', async () => {
  const at = await broker()
  const stuck = device(at.url, { acknowledgeWithinMs: 50 })
  await at.until(() => at.messages.length === 1)
  const release = at.holdAcknowledgments()
  stuck.report(sample(1))
  await at.until(() => at.connections.length >= 2)
  release()
  await expect.poll(() => stuck.counts.acknowledged).toBe(1)
})

test('a device with full memory drops the oldest samples and counts them', async () => {
  const at = await broker()
  await at.stopListening()
  const cutOff = device(at.url, { backlogLimit: 100 })
  for (let n = 1; n <= 250; n++) cutOff.report(sample(n))
  expect(cutOff.counts).toEqual({ acknowledged: 0, dropped: 150, waiting: 100 })
  await at.listenAgain()
  await at.until(() => arrived(at).length >= 100)
  expect(arrived(at)).toEqual(Array.from({ length: 100 }, (_, n) => n + 151))
})

test('a refresh command triggers a new reading and an event', async () => {
  const at = await broker()
  device(at.url)
  await at.until(() => at.messages.length === 1)
  at.command(identity.mac, '{"command":"refresh","id":"17"}')
  await at.until(() => at.messages.length === 3)
  expect(arrived(at)).toEqual([999])
  expect(at.received(identity.mac, 'events')).toMatchObject([
    { event: 'refreshed', command: 'refresh', id: '17' },
  ])
})

test.each(['dance', '{"command":"dance"}', '{"broken'])(
  'the command %s is answered with a refusal, not ignored',
  async (payload) => {
    const at = await broker()
    device(at.url)
    await at.until(() => at.messages.length === 1)
    at.command(identity.mac, payload)
    await at.until(() => at.messages.length === 2)
    expect(at.received(identity.mac, 'events')).toMatchObject([{ event: 'command-refused' }])
  },
)

test('status flags are published, and published again after a reconnect', async () => {
  const at = await broker()
  const faulty = device(at.url)
  await at.until(() => at.messages.length === 1)
  await faulty.announce({ error: true })
  at.cutEverybodyOff()
  await at.until(
    () => at.received(identity.mac, 'status').at(-2) !== undefined && at.connections.length === 2,
  )
  await at.until(
    () => at.received<{ error?: boolean }>(identity.mac, 'status').filter((one) => one.error).length === 2,
  )
})

test('a power cut triggers the last will, and the device reconnects when power returns', async () => {
  const at = await broker()
  const unlucky = device(at.url)
  await at.until(() => at.messages.length === 1)
  unlucky.cutPower()
  await at.until(() => at.received<{ state: string }>(identity.mac, 'status').at(-1)?.state === 'offline')
  expect(at.connections).toHaveLength(1)
  expect(at.messages.at(-1)).toMatchObject({ qos: 1, retain: false })
  unlucky.restorePower()
  await at.until(() => at.received<{ state: string }>(identity.mac, 'status').at(-1)?.state === 'online')
})

test('a rejected key is reported, and the device keeps retrying', async () => {
  const at = await broker()
  const troubles: (Error & { code?: number })[] = []
  device(at.url, { identity: { ...identity, key: 'wrong' }, onTrouble: (error) => troubles.push(error) })
  await expect.poll(() => troubles.length).toBeGreaterThan(1)
  expect(troubles[0]?.code).toBe(4)
  expect(at.connections).toEqual([])
})

test('a device that is switched off publishes its offline status', async () => {
  const at = await broker()
  const tidy = device(at.url)
  await at.until(() => at.messages.length === 1)
  await tidy.stop()
  expect(at.received(identity.mac, 'status').at(-1)).toEqual({ state: 'offline' })
})
