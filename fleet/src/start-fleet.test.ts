import { expect, onTestFinished, test } from 'vitest'
import { type FakeClock, fakeClock } from '../test/fake-clock.ts'
import { startBroker, type TestBroker } from '../test/test-broker.ts'
import type { IncidentName } from './incidents.ts'
import type { Readings } from './kinds.ts'
import { clockSkewMs, rubbishMessages } from './misbehavior.ts'
import type { FleetDevice } from './simulated-device.ts'
import { type Fleet, type FleetOptions, startFleet } from './start-fleet.ts'

const startMs = Date.parse('2026-11-20T16:00:00Z')
const intervalMs = 5_000

const devices: FleetDevice[] = Array.from({ length: 5 }, (_, index) => ({
  mac: `02:00:00:00:00:0${index}`,
  key: `key ${index}`,
  name: `Room ${index}`,
  roomType: 'restroom',
  timeZone: 'America/Chicago',
  seed: index,
}))
const [first] = devices
const mac = first?.mac ?? ''

interface Measured {
  at: number
  readings: Readings
}

interface Scene {
  readonly at: TestBroker
  readonly clock: FakeClock
  readonly fleet: Fleet
  readonly troubles: string[]
  samples(of?: string): Measured[]
  /** Advances the clock by one interval and waits until its reports have arrived. */
  beat(): Promise<void>
}

/** A fleet with all devices online, one millisecond after the first report. */
async function connectedFleet(more: Partial<FleetOptions> = {}): Promise<Scene> {
  const at = await startBroker(Object.fromEntries(devices.map((one) => [one.mac, one.key])))
  const clock = fakeClock(startMs)
  const troubles: string[] = []
  const fleet = startFleet({
    devices,
    mqttUrl: at.url,
    intervalMs,
    incidents: 'none',
    clock,
    onTrouble: (_device, error) => troubles.push(error.message),
    ...more,
  })
  onTestFinished(async () => {
    await fleet.stop()
    await at.close()
  })
  const samples = (of = mac) => at.received<Measured | Measured[]>(of, 'readings').flat()
  await at.until(() => devices.every((one) => at.received(one.mac, 'status').length === 1))
  clock.advance(1)
  await at.until(() => samples().length === 1)
  return {
    at,
    clock,
    fleet,
    troubles,
    samples,
    async beat() {
      const before = samples().length
      clock.advance(intervalMs)
      await at.until(() => samples().length > before)
    },
  }
}

test('each device reports once per interval, and the reports of the fleet are spread over it', async () => {
  const { at, clock, samples } = await connectedFleet()
  clock.advance(3 * intervalMs - 2)
  await at.until(() => devices.every((one) => samples(one.mac).length >= 3))
  const instants = devices.map((one) => samples(one.mac).map((sample) => sample.at - startMs))
  expect(instants).toEqual(
    [0, 1_000, 2_000, 3_000, 4_000].map((phase) => [phase, phase + 5_000, phase + 10_000]),
  )
})

test('a device reports only the kinds it has sensors for', async () => {
  const { samples } = await connectedFleet({
    devices: devices.map((one) => ({ ...one, kinds: ['CO', 'temperature'] })),
  })
  expect(Object.keys(samples()[0]?.readings ?? {})).toEqual(['CO', 'temperature'])
})

test('the same fleet reports the same readings at the same time', async () => {
  const once = await connectedFleet()
  await once.beat()
  const again = await connectedFleet()
  await again.beat()
  expect(again.samples()).toEqual(once.samples())
})

test('a triggered incident shows in the readings of its device only', async () => {
  const { clock, at, fleet, samples } = await connectedFleet()
  fleet.trigger(mac, 'vaping')
  clock.advance(4 * intervalMs - 1)
  await at.until(() => devices.every((one) => samples(one.mac).length >= 4))
  expect(Math.max(...samples().map(({ readings }) => readings.vape))).toBeGreaterThan(50)
  for (const { mac: other } of devices.slice(1)) {
    expect(Math.max(...samples(other).map(({ readings }) => readings.vape))).toBeLessThan(10)
  }
})

test('a scheduled incident begins within 45 s and is reported', async () => {
  const begun: string[] = []
  const { clock } = await connectedFleet({
    incidents: 'normal',
    onIncident: (device, incident) => begun.push(`${device.name}: ${incident.name}`),
  })
  clock.advance(29_000)
  expect(begun).toEqual([])
  clock.advance(16_000)
  expect(begun).toHaveLength(1)
})

test('a silent device drops its connection, stays away for the length of the incident, and comes back', async () => {
  const { at, clock, fleet, samples, beat } = await connectedFleet()
  await beat()
  const silence = fleet.trigger(mac, 'silence')
  await at.until(() => at.received<{ state: string }>(mac, 'status').at(-1)?.state === 'offline')
  clock.advance(silence.endMs - clock.now() - 1)
  expect(at.received<{ state: string }>(mac, 'status').at(-1)?.state).toBe('offline')
  clock.advance(1)
  await at.until(() => at.received<{ state: string }>(mac, 'status').at(-1)?.state === 'online')
  await beat()
  const missing = samples().filter(({ at: atMs }) => atMs > silence.startMs && atMs < silence.endMs)
  expect(missing).toEqual([])
  expect(samples().at(-1)?.at).toBeGreaterThanOrEqual(silence.endMs)
})

test('a faulty device sends all invalid messages, is disconnected for wrong topics, and recovers', async () => {
  const { at, clock, fleet } = await connectedFleet()
  const rubbish = fleet.trigger(mac, 'rubbish')
  const own = rubbishMessages({ mac, key: '' }, rubbish.startMs).filter(({ topic }) =>
    /(readings|status)$/.test(topic),
  )
  const expected = own
    .filter(({ topic }) => topic.startsWith(`eot/${mac}/`))
    .map(({ payload }) => payload.toString())
  await at.until(() =>
    expected.every((text) => at.messages.some((one) => one.mac === mac && one.text === text)),
  )
  const good = () => at.messages.filter((one) => one.mac === mac && one.text.includes('"IAQ"')).length
  while (at.connections.filter((one) => one === mac).length < 2) {
    clock.advance(1_000)
    await new Promise(setImmediate)
  }
  const before = good()
  clock.advance(intervalMs)
  await at.until(() => good() > before)
})

test('a flooding device sends hundreds of messages per second with distinct timestamps, then stops', async () => {
  const { at, clock, fleet, samples } = await connectedFleet()
  const { endMs } = fleet.trigger(mac, 'flood')
  clock.advance(1_000)
  await at.until(() => samples().length >= 200)
  expect(new Set(samples().map((sample) => sample.at)).size).toBeGreaterThanOrEqual(200)
  clock.advance(endMs - clock.now() + intervalMs)
  const calmMs = clock.now()
  clock.advance(intervalMs)
  await at.until(() => samples().some((sample) => sample.at > calmMs))
  expect(samples().filter((sample) => sample.at > calmMs)).toHaveLength(1)
})

test('a skewed clock runs two hours ahead for the length of the incident', async () => {
  const { clock, fleet, samples, beat } = await connectedFleet()
  const { endMs } = fleet.trigger(mac, 'clock-skew')
  await beat()
  expect(samples().at(-1)?.at).toBeGreaterThanOrEqual(startMs + clockSkewMs)
  clock.advance(endMs - clock.now())
  await beat()
  expect(samples().at(-1)?.at).toBeLessThanOrEqual(clock.now())
})

test('triggering an unknown device or incident throws an error', async () => {
  const { fleet } = await connectedFleet()
  expect(() => fleet.trigger('02:FF:FF:FF:FF:FF', 'vaping')).toThrow(/no device/)
  expect(() => fleet.trigger(mac, 'earthquake' as IncidentName)).toThrow(/no incident/)
})

test('an unreachable broker is reported once per device, not for each retry', async () => {
  const { at, clock, troubles } = await connectedFleet()
  await at.stopListening()
  for (let n = 0; n < 30; n++) {
    clock.advance(60_000)
    await new Promise(setImmediate)
  }
  await expect.poll(() => troubles.length).toBe(devices.length)
})

test('a stopped fleet leaves no timers behind', async () => {
  const { fleet, clock, at } = await connectedFleet({ incidents: 'busy' })
  clock.advance(intervalMs)
  await fleet.stop()
  expect(clock.waiting).toBe(0)
  const before = at.messages.length
  clock.advance(600_000)
  expect(at.messages).toHaveLength(before)
  expect(devices.map((one) => at.received(one.mac, 'status').at(-1))).toEqual(
    devices.map(() => ({ state: 'offline' })),
  )
})
