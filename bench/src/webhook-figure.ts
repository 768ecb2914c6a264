import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { devices as deviceCalls } from '@eot/contract/devices'
import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { expectCount, type Figure, msFigure } from './figure.ts'
import { MqttDevice } from './mqtt-device.ts'
import { median, quantile, round } from './statistics.ts'

const endpointCount = 50
const eventsPerSecond = 100
/** Kinds whose alerts start repeatedly: a few times each, since flapping alerts are merged. */
const kinds = [
  { kind: 'vape', type: 'Vape', high: 60 },
  { kind: 'sound', type: 'Sound', high: 100 },
  { kind: 'aggression', type: 'Aggression', high: 80 },
  { kind: 'noise', type: 'Noise', high: 90 },
  { kind: 'CO', type: 'CO', high: 50 },
  { kind: 'ECO2', type: 'ECO2', high: 2000 },
  { kind: 'particulate', type: 'Particulate', high: 50 },
  { kind: 'TVOC', type: 'TVOC', high: 3000 },
] as const
const startsOfEach = 3
const eventsOfDevice = kinds.length * startsOfEach
/** The first three of the endpoints. The others answer at once. */
const troubles = [
  /** Hangs. */
  () => undefined,
  (response: ServerResponse) => void response.writeHead(500).end(),
  /** Sends a byte each second. */
  (response: ServerResponse) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 1000)
    response.on('close', () => clearInterval(timer))
  },
]

/**
 * Measures the time from the commit of an event until its webhook arrives at 47 of 50 endpoints. The other three hang, fail and
 * trickle. Each endpoint gets the events of its own devices.
 */
export async function measureWebhooks(isQuick: boolean): Promise<Figure> {
  const devicesOfEach = isQuick ? 1 : 3
  const receivers = await Promise.all(
    Array.from({ length: endpointCount }, (_, n) => startEndpoint(troubles[n])),
  )
  try {
    return await withProgram(
      endpointCount * devicesOfEach,
      async (bench) => {
        await tellEach(bench, receivers)
        return figureOf(await takeDelays(bench, receivers))
      },
      { environment: { EGRESS_ALLOW: '127.0.0.1' } },
    )
  } finally {
    for (const { stop } of receivers) stop()
  }
}

const nameOf = (n: number) => `Endpoint ${n}`

/** Each alert of a device has a value of its own. */
const eventKey = (mac: string, type: string, value: number) => `${mac} ${type} ${value}`

interface Endpoint {
  url: string
  /** When each event arrived for the first time. */
  arrived: Map<string, number>
  stop(): void
}

async function startEndpoint(trouble: ((response: ServerResponse) => void) | undefined): Promise<Endpoint> {
  const arrived = new Map<string, number>()
  const server = createServer((request, response) => {
    const now = performance.now()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { mac, type, value } = JSON.parse(Buffer.concat(chunks).toString())
      const event = eventKey(mac, type, value)
      if (!arrived.has(event)) arrived.set(event, now)
      if (trouble) trouble(response)
      else response.end('fine')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, arrived, stop }
}

/** Creates one request and one webhook event for each endpoint, with devices whose alerts start and end without a hold. */
async function tellEach(
  { devices, portal, siteId }: BenchProgram,
  receivers: readonly Endpoint[],
): Promise<void> {
  const Rules = Object.fromEntries(
    kinds.map(({ high, type }) => [
      type,
      { RaiseLevel: high, ClearLevel: high - 1, RaiseHold: 0, ClearHold: 0, Cooldown: 0 },
    ]),
  )
  for (const { id } of devices)
    await portal.call(deviceCalls.update, { params: { id }, body: { Settings: { Rules } } })
  const row = (key: string, type: 'string' | 'number', value: string) =>
    ({ key, paramType: 'specified', type, value }) as const
  const Body = [
    row('mac', 'string', '{{device.mac}}'),
    row('type', 'string', '{{alert.type}}'),
    row('value', 'number', '{{alert.value}}'),
  ]
  for (const [n, { url }] of receivers.entries()) {
    const { Id } = await portal.call(webhookRequests.create, {
      body: { Name: nameOf(n), Site: siteId, Url: url, Body },
    })
    await portal.call(webhookEvents.create, {
      body: {
        name: `Rule ${n}`,
        siteId,
        webhookConfigId: Id,
        devices: devices.filter((_, index) => index % endpointCount === n).map(({ id }) => id),
        events: ['AlertStarted'],
        startTime: 0,
        endTime: 24,
        saturday: true,
        sunday: true,
      },
    })
  }
}

interface Sending {
  device: MqttDevice
  mac: string
  /** The events, and when each was acknowledged. */
  sent: string[]
  committed: number[]
}

async function takeDelays(
  { devices, pool, ports }: BenchProgram,
  receivers: readonly Endpoint[],
): Promise<number[]> {
  const senders = await Promise.all(
    devices.map(async (device): Promise<Sending> => {
      const committed: number[] = []
      const note = ({ acknowledged }: MqttDevice) => {
        while (committed.length < acknowledged) committed.push(performance.now())
      }
      return { device: await MqttDevice.open(ports.mqtt, device, note), mac: device.mac, sent: [], committed }
    }),
  )
  await sendEvents(senders)
  const arrivedOf = (index: number) => receivers[index % endpointCount]?.arrived ?? new Map<string, number>()
  const told = senders.map((sender, index) => ({
    ...sender,
    arrived: arrivedOf(index),
    of: index % endpointCount,
  }))
  const fine = told.filter(({ of }) => of >= troubles.length)
  const arrivals = () =>
    fine.reduce((sum, { arrived, sent }) => sum + sent.filter((one) => arrived.has(one)).length, 0)
  const due = async () => {
    const text = `select count(*)::int as due from webhook_delivery where request_name <> all($1)`
    return Number((await pool.query(text, [troubles.map((_, n) => nameOf(n))])).rows[0]?.due)
  }
  const deadline = performance.now() + 60_000
  while (arrivals() < (await due()) && performance.now() < deadline) await delay(200)
  for (const { device } of senders) device.close()
  expectCount('webhooks received by those that answer', arrivals(), await due())
  return fine.flatMap(({ arrived, committed, sent }) =>
    sent.flatMap((event, n) => {
      const at = arrived.get(event)
      return at === undefined ? [] : [at - (committed[n] ?? Number.NaN)]
    }),
  )
}

/** Sends from each device in turn until all alerts have started. The first of two samples ends the previous alert. */
async function sendEvents(senders: readonly Sending[]): Promise<void> {
  const begin = performance.now()
  for (let n = 0; n < eventsOfDevice * senders.length; n++) {
    const sender = senders[n % senders.length]
    const turn = sender?.sent.length ?? 0
    const chosen = kinds[Math.floor(turn / startsOfEach)]
    if (!sender || !chosen) continue
    const { high, kind, type } = chosen
    const value = high + turn / 8
    const at = Date.now()
    const samples = [
      { at: at - 1, readings: { [kind]: 0 } },
      { at, readings: { [kind]: value } },
    ]
    sender.device.publish(JSON.stringify(samples))
    sender.device.flush()
    sender.sent.push(eventKey(sender.mac, type, value))
    await delay(Math.max(0, begin + ((n + 1) * 1000) / eventsPerSecond - performance.now()))
  }
}

function figureOf(delays: readonly number[]): Figure {
  const p99 = quantile(delays, 0.99)
  return msFigure({
    key: 'webhooks',
    title: `event to webhook, p99 at ${eventsPerSecond} events/s, ${endpointCount} endpoints, of which one hangs, one fails and one trickles`,
    value: round(p99, 0),
    goal: 2000,
    floor: 5000,
    details: {
      events: delays.length,
      p50: round(median(delays), 0),
      most: round(Math.max(...delays), 0),
    },
  })
}
