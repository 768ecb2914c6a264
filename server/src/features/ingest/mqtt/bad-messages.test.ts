import { request } from 'node:http'
import { ingestLimits } from '@eot/contract/ingest'
import { quarantine } from '@eot/contract/quarantine'
import mqtt, { type IClientPublishOptions, type MqttClient } from 'mqtt'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { testBroker } from '../../../../test/test-broker.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'

const app = await testApp()
const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
const broker = await testBroker(app)

async function refusals(mac: string) {
  const as = await app.signInAsRoot()
  const { data } = await app.call(quarantine.list, { query: { PageSize: 200 } }, { as })
  const rows = (data.Items ?? []).filter((row) => row.Mac === mac)
  return rows.map(({ Channel, Reason, Count }) => `${Channel}: ${Reason} ${Count}`)
}

async function storedInstants({ no }: MadeDevice): Promise<number[]> {
  const { rows } = await app.pool.query<{ at: Date }>('select at from reading where device_no = $1', [no])
  return rows.map(({ at }) => at.getTime())
}

async function connect(device: MadeDevice): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, {
    username: device.mac,
    password: device.key,
    reconnectPeriod: 0,
  })
  onTestFinished(() => void client.end(true))
  client.on('error', () => undefined) // some tests expect the connection to be closed
  await new Promise((resolve) => client.once('connect', resolve))
  return client
}

const good = '{"readings":{"noise":41}}'

describe('a message over MQTT is acknowledged and quarantined, so it is not sent again:', () => {
  test.each<[string, string | Buffer, string]>([
    ['rubbish bytes', Buffer.from([0xff, 0x00, 0xfe, 0x7b]), 'not valid JSON'],
    ['NaN', '{"readings":{"noise":NaN}}', 'not a finite number'],
    ['Infinity', '{"readings":{"noise":-Infinity}}', 'not a finite number'],
    ['NaN for a time', '{"at":NaN,"readings":{"noise":41}}', 'bad time'],
    ['a number that overflows', '{"readings":{"noise":1e400}}', 'not a finite number'],
    ['text for a number', '{"readings":{"noise":"41"}}', 'not a finite number'],
    ['100,000 levels of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'not a sample'],
    [
      '100,000 levels of objects',
      `${'{"readings":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      'unknown sensor kind',
    ],
    ['an unknown kind', '{"readings":{"radon":4}}', 'unknown sensor kind'],
    ['an unknown key', '{"readings":{"noise":41},"__proto__x":1}', 'unknown key'],
    ['a clock at 1970', '{"at":0,"readings":{"noise":41}}', 'older than the retention'],
    ['a time without a zone', '{"at":"2026-11-20T12:00:00","readings":{"noise":41}}', 'bad time'],
    ['1,001 samples', JSON.stringify(Array(1001).fill(JSON.parse(good))), 'too many samples'],
    ['300 kB', `{"readings":{"noise":41},"x":"${'x'.repeat(300_000)}"}`, 'too large'],
  ])('%s', async (_, message, reason) => {
    const device = await app.make.device()
    const client = await connect(device)
    const topic = `eot/${device.mac}/readings`
    await client.publishAsync(topic, message, { qos: 1 })
    expect(await refusals(device.mac)).toEqual([`mqtt: ${reason} 1`])
    expect(await storedInstants(device)).toEqual([])
    // The same connection continues to work.
    await client.publishAsync(topic, good, { qos: 1 })
    expect(await storedInstants(device)).toHaveLength(1)
  })
})

test('the quarantine shows a refused sample as it was sent', async () => {
  const device = await app.make.device()
  const client = await connect(device)
  const message = '{ "readings": { "radon": 4, "noise": NaN, "argon": 5 } }'
  await client.publishAsync(`eot/${device.mac}/readings`, message, { qos: 1 })
  const { rows } = await app.pool.query('select reason, payload from quarantine where mac = $1', [device.mac])
  expect(rows).toEqual([{ reason: 'unknown sensor kind', payload: message }])
})

test.each(['\\u0000', '\\ud800'])(
  'a status whose version contains %s is acknowledged and quarantined, and the next one is applied',
  async (escaped) => {
    const device = await app.make.device()
    const client = await connect(device)
    const sendStatus = (version: string) =>
      client.publishAsync(`eot/${device.mac}/status`, `{"version":"${version}"}`, { qos: 1 })
    await Promise.all(Array.from({ length: 50 }, () => sendStatus(escaped)))
    expect(await refusals(device.mac)).toEqual(['mqtt: not a sample 50'])
    await sendStatus('3.4.0')
    const { rows } = await app.pool.query('select firmware from device_state where device_no = $1', [
      device.no,
    ])
    expect(rows).toEqual([{ firmware: '3.4.0' }])
  },
)

test('a reading dated 2099 is stored at the time of arrival', async () => {
  const device = await app.make.device()
  const client = await connect(device)
  const before = Date.now()
  const message = JSON.stringify({ at: '2099-01-01T00:00:00Z', readings: { noise: 41 } })
  await client.publishAsync(`eot/${device.mac}/readings`, message, { qos: 1 })
  const [at = 0] = await storedInstants(device)
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now())
})

test('if some values of a sample are impossible, the others are stored', async () => {
  const device = await app.make.device()
  const client = await connect(device)
  const message = '{"readings":{"noise":41,"humidity":101,"radon":1}}'
  await client.publishAsync(`eot/${device.mac}/readings`, message, { qos: 1 })
  const { rows } = await app.pool.query('select noise, humidity from reading where device_no = $1', [
    device.no,
  ])
  expect(rows).toEqual([{ noise: 41, humidity: null }])
  expect(await refusals(device.mac)).toEqual(['mqtt: out of range 1'])
})

test('if one value is NaN or infinite, which is no JSON, the other samples and values are stored', async () => {
  const device = await app.make.device()
  const client = await connect(device)
  const at = Date.now() - 1000
  const message = `[{"at":${at},"readings":{"noise":41}},{"readings":{"noise":42,"humidity":NaN,"CO":-inf}}]`
  await client.publishAsync(`eot/${device.mac}/readings`, message, { qos: 1 })
  const { rows } = await app.pool.query('select noise from reading where device_no = $1 order by at', [
    device.no,
  ])
  expect(rows).toEqual([{ noise: 41 }, { noise: 42 }])
  expect(await refusals(device.mac)).toEqual(['mqtt: not a finite number 1'])
})

test.each<[string, string, IClientPublishOptions]>([
  ['retained', 'readings', { qos: 1, retain: true }],
  ['on a topic below its own topic', 'readings/more', { qos: 1 }],
])('a message %s ends the connection', async (_, name, options) => {
  const device = await app.make.device()
  const client = await connect(device)
  const closed = new Promise((resolve) => client.once('close', () => resolve('closed')))
  client.publish(`eot/${device.mac}/${name}`, good, options)
  await closed
  expect(await refusals(device.mac)).toEqual(['mqtt: wrong topic 1'])
  expect(await storedInstants(device)).toEqual([])
})

describe('from a gateway', () => {
  async function gateway() {
    const site = await app.make.site()
    const token = `gateway-of-${site.id}`
    await app.pool.query(
      'insert into gateway_token (id, site_id, name, token_hash) values (gen_random_uuid(), $1, $2, $3)',
      [site.id, 'Gateway', hashSecretToken(token)],
    )
    return { token, device: await app.make.device({ site }) }
  }

  const post = (token: string, body: string) =>
    fetch(`${url}/api/ingest/bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
      body,
    })

  test('a wrong token is rejected before anything is read', async () => {
    expect((await post('wrong', good)).status).toBe(401)
  })

  test('a line that is too long is reported, and its neighbors are stored', async () => {
    const { token, device } = await gateway()
    const line = (at: number, more = {}) =>
      JSON.stringify({ mac: device.mac, at, readings: { noise: 41 }, ...more })
    const now = Date.now()
    const long = line(now - 2000, { x: 'x'.repeat(ingestLimits.lineBytes) })
    const answer = await post(token, [line(now - 3000), long, line(now - 1000)].join('\n'))
    expect(await answer.json()).toMatchObject({ Accepted: 2, Rejected: [{ Index: 1, Reason: 'too large' }] })
    expect((await storedInstants(device)).sort()).toEqual([now - 3000, now - 1000])
  })

  test('a line that arrives in many parts is reported too, also one without an end', async () => {
    const { token, device } = await gateway()
    const line = (at: number) => JSON.stringify({ mac: device.mac, at, readings: { noise: 41 } })
    const now = Date.now()
    const long = 'é'.repeat(150_000)
    const answer = await post(token, [line(now - 3000), long, line(now - 1000), long].join('\n'))
    expect([answer.status, await answer.json()]).toEqual([
      202,
      {
        Accepted: 2,
        Duplicates: 0,
        Rejected: [1, 3].map((Index) => ({ Index, Reason: 'too large' })),
      },
    ])
    const { rows } = await app.pool.query(
      "select 1 from quarantine where reason = 'too large' and payload like 'éé%'",
    )
    expect(rows).toHaveLength(1)
  })

  test('a request without a declared size is read only up to the maximum size', async () => {
    const { token } = await gateway()
    const status = await sendUnsized(token, ingestLimits.bulkBytes + 2 ** 20)
    expect(status).toBe(413)
    // The program still works.
    expect((await post(token, '')).status).toBe(202)
  })

  /** Resolves as soon as the response arrives, however much remains to be sent. */
  function sendUnsized(token: string, bytes: number): Promise<number> {
    const chunk = `${' '.repeat(1023)}\n`.repeat(64)
    return new Promise((resolve, reject) => {
      const sending = request(`${url}/api/ingest/bulk`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
      })
      sending.once('response', (response) => {
        resolve(response.statusCode ?? 0)
        sending.destroy()
      })
      sending.once('error', reject)
      let sent = 0
      const write = () => {
        while (sent < bytes) {
          sent += chunk.length
          if (!sending.write(chunk)) return sending.once('drain', write)
        }
        return sending.end()
      }
      write()
    })
  }
})
