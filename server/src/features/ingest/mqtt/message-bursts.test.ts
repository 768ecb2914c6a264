import type { Client } from 'aedes'
import fc from 'fast-check'
import mqtt, { generate, type IPublishPacket, type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { readBursts } from './message-bursts.ts'

interface Received {
  topic: string
  payload: string
  messageId: number | undefined
}

/** A client that takes messages at QoS 0 and 1, as the broker does, and counts those that the library has not parsed. */
function receiver() {
  const parser = mqtt.parser()
  const received: (Received | string)[] = []
  let topic: string | undefined
  let direct = 0
  let error: Error | undefined
  parser.on('error', (emitted: Error) => {
    error = emitted
  })
  parser.on('packet', (packet: Packet) => {
    if (packet.cmd !== 'publish') return void received.push(packet.cmd)
    received.push(summaryOf(packet))
    topic = packet.qos < 2 && !packet.retain ? packet.topic : undefined
  })
  const conn = { destroyed: false, destroy: () => (conn.destroyed = true) }
  const state = { isEnded: false }
  readBursts({ _parser: parser, conn } as unknown as Client, {
    following() {
      const last = topic
      if (last === undefined) return undefined
      return {
        topic: Buffer.from(last),
        take(payload, messageId) {
          direct += 1
          received.push({ topic: last, payload: payload.toString(), messageId })
        },
      }
    },
    isEnded: () => state.isEnded,
  })
  return {
    received,
    conn,
    state,
    parser,
    direct: () => direct,
    error: () => error,
    take: (bytes: Buffer) => parser.parse(bytes),
  }
}

const summaryOf = ({ topic, payload, messageId }: IPublishPacket): Received => ({
  topic,
  payload: payload.toString(),
  messageId,
})

const message = (more: Partial<IPublishPacket> = {}): IPublishPacket => ({
  cmd: 'publish',
  topic: 'eot/00:00:00:00:00:01/readings',
  payload: '{"readings":{"noise":41}}',
  qos: 1,
  messageId: 7,
  dup: false,
  retain: false,
  ...more,
})

/** Cuts bytes at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b)
  return [0, ...sorted]
    .map((from, index) => bytes.subarray(from, sorted[index]))
    .filter(({ length }) => length > 0)
}

const anyMessage = fc
  .record({
    topic: fc.constantFrom('eot/00:00:00:00:00:01/readings', 'eot/00:00:00:00:00:01/status', 'ü/x'),
    payload: fc.oneof(
      fc.string(),
      fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)),
    ),
    qos: fc.constantFrom(0 as const, 1 as const, 1 as const, 2 as const),
    messageId: fc.integer({ min: 1, max: 0xff_ff }),
    dup: fc.boolean(),
    retain: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  })
  .map(({ messageId, dup, ...rest }) => ({
    cmd: 'publish' as const,
    ...rest,
    ...(rest.qos === 0 ? { dup: false } : { messageId, dup }),
  }))
const anyPacket: fc.Arbitrary<Packet> = fc.oneof(
  { arbitrary: anyMessage, weight: 8 },
  { arbitrary: fc.constant({ cmd: 'pingreq' } as const), weight: 1 },
)

test('packets are received completely and in order, however they are split', () => {
  const splitPackets = fc.tuple(
    fc.array(anyPacket, { minLength: 1, maxLength: 30 }),
    fc.array(fc.nat(), { maxLength: 20 }),
  )
  fc.assert(
    fc.property(splitPackets, ([packets, places]) => {
      const { received, take } = receiver()
      for (const part of cut(Buffer.concat(packets.map((packet) => generate(packet))), places)) take(part)
      expect(received).toEqual(
        packets.map((packet) => (packet.cmd === 'publish' ? summaryOf(packet) : packet.cmd)),
      )
    }),
    { numRuns: 500 },
  )
})

test('of two messages, the second is parsed directly unless it is split', () => {
  const packets = [message(), message({ payload: 'next', messageId: 8 })].map((packet) => generate(packet))
  const bytes = Buffer.concat(packets)
  for (let place = 0; place < bytes.length; place += 1) {
    const { received, direct, take } = receiver()
    for (const part of cut(bytes, [place])) take(part)
    expect(received.map((one) => (typeof one === 'string' ? one : one.messageId))).toEqual([7, 8])
    const isDirect = place < (packets[0]?.length ?? 0)
    expect(direct(), `cut at ${place}`).toBe(isDirect ? 1 : 0)
  }
})

test.each([
  ['on another topic', message({ topic: 'eot/00:00:00:00:00:01/status' })],
  ['on a longer topic', message({ topic: 'eot/00:00:00:00:00:01/readings/x' })],
  ['at QoS 2', message({ qos: 2 })],
  ['that is retained', message({ retain: true })],
])('the library parses a message %s', (_, second) => {
  const { received, direct, take } = receiver()
  take(Buffer.concat([generate(message()), generate(second)]))
  expect(received).toHaveLength(2)
  expect(direct()).toBe(0)
})

test('the library refuses packets that are not valid', () => {
  const invalid = [
    Buffer.from([0x32, 0xff, 0xff, 0xff, 0xff, 0x7f]), // its length has five bytes
    Buffer.from([0x36, 0x05, 0x00, 0x01, 0x61, 0x00, 0x01]), // QoS 3
    Buffer.from([0x32, 0x03, 0x00, 0x1e, 0x61]), // its topic is longer than the packet
  ]
  for (const bytes of invalid) {
    const { received, direct, error, take } = receiver()
    take(Buffer.concat([generate(message()), bytes]))
    expect(received).toHaveLength(1)
    expect(direct()).toBe(0)
    expect(error()).toBeDefined()
  }
})

test('a connection ends on which more than 1,000 other packets arrive together', () => {
  const { received, conn, take } = receiver()
  const ping = generate({ cmd: 'pingreq' })
  take(Buffer.concat([generate(message()), ...Array.from({ length: 1000 }, () => ping), generate(message())]))
  expect(received).toHaveLength(1002)
  expect(conn.destroyed).toBe(false)
  take(Buffer.concat([...Array.from({ length: 1001 }, () => ping), generate(message())]))
  expect(received).toHaveLength(2002)
  expect(conn.destroyed).toBe(true)
})

const unsubscribe = (topics: number) =>
  generate({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: Array.from({ length: topics }, () => 'x') })

test.each([
  ['at once', []],
  ['with its first byte alone', [1]],
  ['with its length split', [2]],
  ['in parts', [1000, 2000, 3000, 4000, 5000]],
  ['a byte at a time', Array.from({ length: 6000 }, (_, place) => place)],
])('a connection ends if a packet of more than 4 kB other than a message arrives %s', (_, places) => {
  const { received, conn, take } = receiver()
  take(unsubscribe(1000))
  expect(received).toEqual(['unsubscribe'])
  const bytes = unsubscribe(2000)
  for (const part of cut(bytes, places)) take(part)
  expect(received).toEqual(['unsubscribe'])
  expect(conn.destroyed).toBe(true)
})

test.each([
  ['closed by the library', false],
  ['closed by the library', true],
  ['ended by us', false],
  ['ended by us', true],
])(
  'nothing that arrived together with it is read behind a packet for which the connection is %s, split: %s',
  (how, splitPing) => {
    const { received, conn, state, parser, take } = receiver()
    parser.on('packet', ({ cmd }: Packet) => {
      if (cmd !== 'pingreq') return
      if (how === 'ended by us') state.isEnded = true
      else conn.destroy()
    })
    const ping = generate({ cmd: 'pingreq' })
    const bytes = Buffer.concat([generate(message()), ping, ping, generate(message()), generate(message())])
    const pingAt = generate(message()).length
    for (const part of cut(bytes, splitPing ? [pingAt + 1] : [])) take(part)
    take(generate(message()))
    expect(received).toHaveLength(2)
  },
)

test('more than 1,000 other packets end a connection also if the first byte arrived alone', () => {
  const { received, conn, take } = receiver()
  const ping = generate({ cmd: 'pingreq' })
  for (const part of cut(Buffer.concat(Array.from({ length: 3000 }, () => ping)), [1])) take(part)
  expect(received).toHaveLength(1001)
  expect(conn.destroyed).toBe(true)
})
