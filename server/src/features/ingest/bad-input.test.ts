import { IngestAnswer, ingestLimits } from '@eot/contract/ingest'
import { quarantine } from '@eot/contract/quarantine'
import mqtt, { type MqttClient } from 'mqtt'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MadeDevice } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'
import { testBroker } from '../../../test/test-broker.ts'
import { hashSecretToken } from '../../platform/secret-token.ts'

const app = await testApp()
const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
const broker = await testBroker(app)

/** The quarantine entries of a device, or of unknown senders. */
async function refused(mac: string): Promise<string[]> {
  const as = await app.signInAsRoot()
  const { data } = await app.call(quarantine.list, { query: { PageSize: 200 } }, { as })
  return (data.Items ?? []).filter((row) => row.Mac === mac).map((row) => row.Reason)
}

const post = (device: Pick<MadeDevice, 'mac' | 'key'>, body: string, type = 'application/json') =>
  fetch(`${url}/api/ingest/readings`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Basic ${btoa(`${device.mac}:${device.key}`)}` },
    body,
  })

describe('over HTTP', () => {
  test.each<[string, string, number, string | null]>([
    ['rubbish', '\u0001\u0002{{', 400, 'not valid JSON'],
    ['NaN', '{"readings":{"CO":NaN}}', 202, 'not a finite number'],
    ['a number that overflows', '{"readings":{"CO":1e400}}', 202, 'not a finite number'],
    ['100,000 levels of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 202, 'not a sample'],
    ['an unknown kind', '{"readings":{"radon":4}}', 202, 'unknown sensor kind'],
    ['a clock at 1970', '{"at":1000,"readings":{"CO":1}}', 202, 'older than the retention'],
    ['1,001 samples', JSON.stringify(Array(1001).fill({ readings: { CO: 1 } })), 202, 'too many samples'],
    ['1 MB', `{"readings":{"CO":1},"x":"${'x'.repeat(1_000_000)}"}`, 413, 'too large'],
  ])('%s gets its response and is quarantined', async (_title, body, status, reason) => {
    const device = await app.make.device()
    const answer = await post(device, body)
    expect(answer.status).toBe(status)
    expect(await refused(device.mac)).toEqual([reason])
    // Nothing else is affected, not even the same device a moment later.
    expect(await (await post(device, '{"readings":{"CO":1}}')).json()).toMatchObject({ Accepted: 1 })
  })

  test('a reading dated 2099 is stored at the time of arrival', async () => {
    const device = await app.make.device()
    const before = Date.now()
    await post(device, JSON.stringify({ at: Date.UTC(2099, 0, 1), readings: { CO: 1 } }))
    const { rows } = await app.pool.query<{ at: Date }>('select at from reading where device_no = $1', [
      device.no,
    ])
    expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(before)
    expect(rows[0]?.at.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('a wrong key and an unknown device get the same response', async () => {
    const device = await app.make.device()
    const stranger = { mac: '02:00:00:00:99:99', key: device.key }
    const answers = await Promise.all(
      [{ ...device, key: 'wrong' }, stranger].map(async (sender) => {
        const answer = await post(sender, '{"readings":{"CO":1}}')
        return [answer.status, await answer.text()]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).toBe(401)
    expect(await refused(device.mac)).toEqual(['wrong key'])
    expect(await refused(stranger.mac)).toEqual(['unknown device'])
  })

  test('other media types are rejected', async () => {
    expect((await post(await app.make.device(), 'temperature=21', 'text/plain')).status).toBe(415)
  })

  test('a device that sends too many messages gets a retry time, while others are served', async () => {
    const [flooder, neighbor] = [await app.make.device(), await app.make.device()]
    const entry = await app.ingest.intake.directory.findByMac(flooder.mac)
    // The device has used its whole burst, and regains no credit for a minute.
    if (entry) entry.credit = { tokens: 0, at: Date.now() + 60_000 }
    const late = await post(flooder, '{"readings":{"CO":1}}')
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await post(neighbor, '{"readings":{"CO":1}}')).status).toBe(202)
  })
})

describe('from a gateway', () => {
  async function gateway() {
    const site = await app.make.site()
    const token = `gateway-of-${site.id}`
    await app.pool.query(
      'insert into gateway_token (id, site_id, name, token_hash) values (gen_random_uuid(), $1, $2, $3)',
      [site.id, 'Gateway', hashSecretToken(token)],
    )
    const send = (body: string) =>
      fetch(`${url}/api/ingest/bulk`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
        body,
      })
    return { site, send }
  }

  test('each invalid line is reported, and the others are stored', async () => {
    const { site, send } = await gateway()
    const [own, foreign] = [await app.make.device({ site }), await app.make.device()]
    const lines = [
      { mac: own.mac, readings: { CO: 1 } },
      { mac: foreign.mac, readings: { CO: 1 } },
      { mac: own.mac, readings: { CO: -5 } },
      { readings: { CO: 1 } },
    ].map((line) => JSON.stringify(line))
    const answer = await send([...lines, '{broken', ''].join('\n'))
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({
      Accepted: 1,
      Duplicates: 0,
      Rejected: [
        { Index: 1, Reason: 'unknown device' },
        { Index: 2, Reason: 'CO -5 is outside 0 to 10000' },
        { Index: 3, Reason: 'unknown device' },
        { Index: 4, Reason: 'not valid JSON' },
      ],
    })
  })

  test('an address counts in any common notation, and not with anything else in it', async () => {
    const { site, send } = await gateway()
    const { mac } = await app.make.device({ site })
    const digits = mac.replaceAll(':', '')
    const common = [mac, mac.toLowerCase(), digits, mac.replaceAll(':', '-'), ` ${mac} `]
    const wrong = [`zz${mac}`, `${mac}F`, `${mac}:F`, `${digits}A`, `M: ${mac}`, `${mac}\u0000`]
    const lines = [...common, ...wrong].map((written, index) =>
      JSON.stringify({ mac: written, at: Date.now() - index * 1000, readings: { CO: 1 } }),
    )
    expect(await (await send(lines.join('\n'))).json()).toEqual({
      Accepted: common.length,
      Duplicates: 0,
      Rejected: wrong.map((_, index) => ({ Index: common.length + index, Reason: 'unknown device' })),
    })
  })

  test('a request that is too large is rejected before it is read', async () => {
    const { send } = await gateway()
    const answer = await send('x'.repeat(ingestLimits.bulkBytes + 1)).catch(() => null)
    // The server may close the connection before the sender has finished writing; then there is no response to read.
    expect(answer === null || answer.status === 413).toBe(true)
  })

  test('many thousands of readings at once are all stored, while devices keep reporting', async () => {
    const { site, send } = await gateway()
    const devices = await Promise.all(Array.from({ length: 20 }, () => app.make.device({ site })))
    const neighbor = await app.make.device()
    const start = Date.now() - 3_600_000
    const part = (from: number) =>
      devices
        .flatMap(({ mac }) =>
          Array.from({ length: 500 }, (_, index) =>
            JSON.stringify({ mac, at: start + (from + index) * 1000, readings: { CO: 1 } }),
          ),
        )
        .join('\n')
    const sending = Promise.all([0, 500, 1000, 1500].map((from) => send(part(from))))
    expect((await post(neighbor, '{"readings":{"CO":1}}')).status).toBe(202)
    const answers = await Promise.all(
      (await sending).map(async (answer) => IngestAnswer.parse(await answer.json())),
    )
    expect(answers.map(({ Accepted, Duplicates }) => Accepted + Duplicates)).toEqual([
      10_000, 10_000, 10_000, 10_000,
    ])
    const { rows } = await app.pool.query('select count(*) from reading where device_no = any($1)', [
      devices.map(({ no }) => no),
    ])
    expect(rows).toEqual([{ count: 40_000 }])
  })
})

describe('over MQTT', () => {
  async function connect(device: Pick<MadeDevice, 'mac' | 'key'>): Promise<MqttClient> {
    const client = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, {
      username: device.mac,
      password: device.key,
      reconnectPeriod: 0,
    })
    onTestFinished(() => void client.end(true))
    // A rejected client may also emit errors, which do not matter here.
    client.on('error', () => undefined)
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('close', () => reject(new Error('refused')))
    })
    return client
  }

  test('a client with a wrong key or an unknown address cannot connect', async () => {
    const device = await app.make.device()
    await expect(connect({ ...device, key: 'wrong' })).rejects.toThrow('refused')
    await expect(connect({ mac: '02:00:00:00:99:98', key: device.key })).rejects.toThrow('refused')
    expect(await refused(device.mac)).toEqual(['wrong key'])
    expect(await refused('02:00:00:00:99:98')).toEqual(['unknown device'])
  })

  test.each<[string, (own: MadeDevice, other: MadeDevice) => string, string]>([
    ['the topic of another device', (_own, other) => `eot/${other.mac}/readings`, 'foreign device'],
    ['an unknown topic of its own', (own) => `eot/${own.mac}/gossip`, 'wrong topic'],
    ['its commands', (own) => `eot/${own.mac}/commands`, 'wrong topic'],
  ])('publishing to %s ends the connection', async (_title, topicOf, reason) => {
    const [own, other] = [await app.make.device(), await app.make.device()]
    const client = await connect(own)
    const closed = new Promise((resolve) => client.once('close', () => resolve(null)))
    client.publish(topicOf(own, other), '{"readings":{"CO":1}}', { qos: 1 })
    await closed
    expect(await refused(own.mac)).toEqual([reason])
    expect((await app.pool.query('select from reading where device_no = $1', [other.no])).rowCount).toBe(0)
  })

  test.each(['#', 'eot/+/readings', 'eot/02:00:00:00:00:01/commands'])(
    'subscribing to %s ends the connection',
    async (topic) => {
      const client = await connect(await app.make.device())
      const closed = new Promise((resolve) => client.once('close', () => resolve(null)))
      client.subscribe(topic)
      await closed
    },
  )

  test('an invalid message is acknowledged and quarantined, so it is not sent again', async () => {
    const device = await app.make.device()
    const client = await connect(device)
    await client.publishAsync(`eot/${device.mac}/readings`, Buffer.from([0, 255, 1, 254]), { qos: 1 })
    expect(await refused(device.mac)).toEqual(['not valid JSON'])
    await client.publishAsync(`eot/${device.mac}/readings`, '{"readings":{"CO":1}}', { qos: 1 })
    expect((await app.pool.query('select from reading where device_no = $1', [device.no])).rowCount).toBe(1)
  })

  test('a message of one megabyte ends the connection before it is buffered', async () => {
    const device = await app.make.device()
    const client = await connect(device)
    const closed = new Promise((resolve) => client.once('close', () => resolve(null)))
    client.publish(`eot/${device.mac}/readings`, Buffer.alloc(1_000_000, 'x'), { qos: 1 })
    await closed
    await vi.waitFor(async () => expect(await refused(device.mac)).toEqual(['too large']), {
      timeout: 60_000,
    })
  })

  test('data that is not MQTT ends only its own connection', async () => {
    const { connect: dial } = await import('node:net')
    const socket = dial(broker.port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined) // the connection is expected to be closed
    socket.write(Buffer.alloc(2000, 0xff))
    await closed
    await connect(await app.make.device())
  })
})
