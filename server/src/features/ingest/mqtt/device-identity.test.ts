import net from 'node:net'
import { generate, type IConnectPacket, type Packet } from 'mqtt-packet'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { testBroker } from '../../../../test/test-broker.ts'

const app = await testApp()
const broker = await testBroker(app)
const [device, victim] = [await app.make.device(), await app.make.device()]
const reading = '{"readings":{"noise":99}}'

interface Attack {
  connect?: Partial<IConnectPacket>
  packets?: Packet[]
}

/**
 * Runs an attack packet by packet. Returns all bytes received until the broker closed the connection or answered a
 * ping.
 */
async function play({ connect = {}, packets = [] }: Attack, until: 'cut' | 'pong'): Promise<number[]> {
  const socket = net.connect(broker.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined) // the broker may reset the connection
  const received: number[] = []
  const usual = {
    cmd: 'connect',
    clientId: 'a',
    username: device.mac,
    password: Buffer.from(device.key),
  } as const
  const all = [{ ...usual, ...connect } as IConnectPacket, ...packets, { cmd: 'pingreq' } as const]
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.on('data', (bytes) => {
      received.push(...bytes)
      if (until === 'pong' && received.at(-2) === 0xd0) resolve()
    })
    for (const packet of all) socket.write(generate(packet))
  })
  return received
}

const codeOf = (received: number[]) => (received[0] === 0x20 ? received[3] : undefined)

/** The readings stored for the victim, or for the attacker under another name. */
async function stored(): Promise<unknown[]> {
  const { rows } = await app.pool.query('select 1 from reading')
  const online = await app.pool.query('select 1 from device_state where online')
  return [...rows, ...online.rows]
}

const rest = { dup: false, retain: false } as const
const publish = (topic: string, qos: 0 | 1 | 2 = 1, retain = false): Packet => ({
  cmd: 'publish',
  topic,
  payload: reading,
  qos,
  messageId: 1,
  ...rest,
  retain,
})
const subscribe = (topic: string, qos: 0 | 1 | 2): Packet => ({
  cmd: 'subscribe',
  messageId: 1,
  subscriptions: [{ topic, qos }],
})
const own = `eot/${device.mac}`
const others = `eot/${victim.mac}`
const spellings = (mac: string) => [
  mac,
  mac.toLowerCase(),
  mac.replaceAll(':', '-'),
  mac.replaceAll(':', ''),
  mac.replaceAll(':', '').toLowerCase(),
  mac.replaceAll(':', '.'),
  mac.replaceAll(':', '').replace(/(?<=^.{4}|^.{8})/g, '.'),
]
const foreignTopics = [
  ...['readings', 'status', 'events', 'commands'].flatMap((name) =>
    spellings(victim.mac).map((mac) => `eot/${mac}/${name}`),
  ),
  `${own}/commands`,
  `${own}/readings/${victim.mac}`,
  `${own}/../${victim.mac}/readings`,
  `${own}//readings`,
  `/${own}/readings`,
  `${own}/readings/`,
  `${own}/Readings`,
  `EOT/${device.mac}/readings`,
  `eot/${device.mac} /readings`,
  `$share/eot/${others}/readings`,
  '$SYS/broker',
]
const filters = [
  '#',
  '+',
  '/',
  'eot/#',
  '+/#',
  'eot/+/commands',
  'eot/+/readings',
  '$SYS/#',
  '$SYS/+/new/clients',
  `$share/x/${others}/commands`,
  `$queue/${others}/commands`,
  `${own}/#`,
  `${own}/+`,
  `${own}/readings`,
  ...spellings(victim.mac).map((mac) => `eot/${mac}/commands`),
]
const unknownNames = [
  '',
  ' ',
  '#',
  '+',
  '/',
  `${device.mac}#`,
  'admin',
  '\u0000',
  '02:00:00:00:00:99',
  '__proto__',
]

describe('is rejected and stores nothing:', () => {
  test.each(foreignTopics.flatMap((topic) => ([0, 1, 2] as const).map((qos) => [qos, topic] as const)))(
    'a message at QoS %s on %s',
    async (qos, topic) => {
      expect(codeOf(await play({ packets: [publish(topic, qos)] }, 'cut'))).toBe(0)
      expect(await stored()).toEqual([])
    },
  )

  test('a message on a topic of 4,000 characters or of 200 levels', async () => {
    for (const topic of [`eot/${'A'.repeat(4000)}/readings`, 'a/'.repeat(200)])
      await play({ packets: [publish(topic)] }, 'cut')
    expect(await stored()).toEqual([])
  })

  test.each([0, 1, 2] as const)("a retained message at QoS %s on the device's own topic", async (qos) => {
    await play({ packets: [publish(`${own}/readings`, qos, true)] }, 'cut')
    expect(await stored()).toEqual([])
  })

  test.each(filters)('a subscription to %s at any QoS', async (filter) => {
    for (const qos of [0, 1, 2] as const) await play({ packets: [subscribe(filter, qos)] }, 'cut')
  })

  test.each(foreignTopics.filter((topic) => !topic.includes('//')))('a last will on %s', async (topic) => {
    const will = { topic, payload: Buffer.from(reading), qos: 1, retain: false } as const
    // A packet that violates the protocol, instead of DISCONNECT, triggers the will.
    await play(
      { connect: { will }, packets: [{ cmd: 'connack', returnCode: 0, sessionPresent: false }] },
      'cut',
    )
    expect(await stored()).toEqual([])
  })

  test.each(unknownNames)("the user name %j with a device's key", async (username) => {
    expect(codeOf(await play({ connect: { username } }, 'cut'))).not.toBe(0)
  })

  test.each<[string, Buffer | undefined]>([
    ['no key', undefined],
    ['an empty key', Buffer.alloc(0)],
    ['the key of another device', Buffer.from(victim.key)],
    ['its key with a space', Buffer.from(`${device.key} `)],
    ['half of its key', Buffer.from(device.key.slice(0, 20))],
    ['its MAC', Buffer.from(device.mac)],
  ])('%s', async (_title, password) => {
    const connect = { password } as Partial<IConnectPacket> // without one if undefined
    expect(codeOf(await play({ connect }, 'cut'))).not.toBe(0)
  })

  test('a second CONNECT as another device on the same connection', async () => {
    const second = { cmd: 'connect', clientId: 'b', username: victim.mac, password: Buffer.from(victim.key) }
    await play({ packets: [second as Packet, publish(`${others}/readings`)] }, 'cut')
    expect(await stored()).toEqual([])
  })
})

test.each(['#', '+', '/', '$SYS', '', '__proto__', 'constructor', 'x'.repeat(100), victim.mac])(
  'the client id %j gives a device access to its own topics only',
  async (clientId) => {
    expect(codeOf(await play({ connect: { clientId } }, 'pong'))).toBe(0)
    await play({ connect: { clientId }, packets: [publish(`${others}/readings`)] }, 'cut')
    expect(await stored()).toEqual([])
  },
)
