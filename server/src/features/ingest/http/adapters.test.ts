import { readFileSync } from 'node:fs'
import { type AdapterFormat, adapterFormats } from '@eot/contract/adapters'
import { ingestLimits } from '@eot/contract/ingest'
import { quarantine } from '@eot/contract/quarantine'
import { expect, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'

const app = await testApp()
const { make } = app

const example = (name: string) =>
  readFileSync(new URL(`../../../../test/adapter-examples/${name}.json`, import.meta.url), 'utf8')
const keyOf = ({ mac, key }: Pick<MadeDevice, 'mac' | 'key'>) => `Basic ${btoa(`${mac}:${key}`)}`

async function gatewayAt(site: { id: string }) {
  const token = `gateway-of-${site.id}`
  await app.pool.query(
    'insert into gateway_token (id, site_id, name, token_hash) values (gen_random_uuid(), $1, $2, $3)',
    [site.id, 'Gateway', hashSecretToken(token)],
  )
  return token
}

async function send(format: string, authorization: string | undefined, payload: string, query = '') {
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/ingest/from/${format}${query}`,
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    payload,
  })
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) }
}

async function stored({ no }: MadeDevice) {
  const { rows } = await app.pool.query(
    'select at, vape, temperature, humidity from reading where device_no = $1 order by at',
    [no],
  )
  return rows
}

/** The reasons of a sender's quarantined messages. */
async function refused(mac: string): Promise<string[]> {
  const as = await app.signInAsRoot()
  const { data } = await app.call(quarantine.list, { query: { PageSize: 200 } }, { as })
  return (data.Items ?? []).filter((row) => row.Mac === mac).map((row) => row.Reason)
}

const today = (text: string) => text.replaceAll('2026-11-20', new Date().toISOString().slice(0, 10))
/** Examples have a time of day, which may still be in the future today. */
const now = (text: string) => text.replaceAll(/2026-11-20T10:\d\d/g, new Date().toISOString().slice(0, 16))

test('a device reports its events with its own key, and its alert starts and ends with them', async () => {
  const device = await make.device({ mac: '00:1E:C0:AB:12:34' })
  const set = example('halo-set')
  const { status, body } = await send('halo', keyOf(device), set)
  expect({ status, body }).toEqual({
    status: 202,
    body: { Accepted: 1, Duplicates: 0, Rejected: [], Ignored: [], IgnoredCount: 0 },
  })
  const alerts = () => app.db.selectFrom('alert').selectAll().where('device_id', '=', device.id).execute()
  expect(await alerts()).toMatchObject([{ type_key: 'Vape', ended_at: null }])
  await send('halo', keyOf(device), set.replace('true', 'false'))
  expect((await stored(device)).map(({ vape }) => vape)).toEqual([100, 0])
})

test('events that arrive at once are all stored', async () => {
  const device = await make.device()
  const names = ['Vape', 'Aggression', 'Motion', 'Tamper']
  const answers = await Promise.all(
    names.map((event) => send('halo', keyOf(device), JSON.stringify({ event, detected: true }))),
  )
  expect(answers.map(({ body }) => body.Accepted)).toEqual([1, 1, 1, 1])
  const alerts = await app.db
    .selectFrom('alert')
    .select('type_key')
    .where('device_id', '=', device.id)
    .execute()
  expect(alerts.map(({ type_key }) => type_key).sort()).toEqual(['Aggression', 'Tamper', 'Vape'])
})

test('a device cannot report for another one', async () => {
  const device = await make.device()
  const other = await make.device()
  const { status, body } = await send(
    'halo',
    keyOf(device),
    example('halo-set').replace('00:1E:C0:AB:12:34', other.mac),
  )
  expect(status).toBe(202)
  expect(body).toMatchObject({ Accepted: 0, Rejected: [{ Index: 0, Reason: 'foreign device' }] })
  expect(await stored(other)).toEqual([])
  expect(await refused(device.mac)).toEqual(['foreign device'])
})

test.each<[AdapterFormat, string, string, object]>([
  ['airthings', 'airthings-sample-feed', '02:29:69:01:32:84', { temperature: 21.5, humidity: 38 }],
  ['the-things-stack', 'the-things-stack-uplink', 'D5:7E:D0:05:A1:B2', { temperature: 21.5, humidity: 44.5 }],
  ['chirpstack', 'chirpstack-up', '41:9E:DB:62:01:1C', { temperature: 24.73, humidity: 45.2 }],
])(
  '%s reports for the devices of a site with a gateway token, in two ways',
  async (format, name, mac, values) => {
    const site = await make.site()
    const device = await make.device({ mac, site: await make.site({ parent: site }) })
    const token = await gatewayAt(site)
    const query = format === 'chirpstack' ? '?event=up' : ''
    const message = now(example(name))
    const first = await send(format, `Bearer ${token}`, message, query)
    expect(first).toMatchObject({ status: 202, body: { Accepted: 1 } })
    expect(first.body.IgnoredCount).toBeGreaterThan(0)
    const again = await send(format, `Basic ${btoa(`gateway:${token}`)}`, message, query)
    expect(again.body).toMatchObject({ Accepted: 0, Duplicates: 1 })
    expect(await stored(device)).toMatchObject([values])
  },
)

test('a gateway reports for no device outside its site', async () => {
  const foreign = await make.device({ mac: 'D5:7E:D0:05:A1:B3' })
  const token = await gatewayAt(await make.site())
  const message = now(example('the-things-stack-uplink')).replace('A1B2', 'A1B3')
  const unknown = message.replace('A1B3', 'A1B4')
  const [theirs, none] = [
    await send('the-things-stack', `Bearer ${token}`, message),
    await send('the-things-stack', `Bearer ${token}`, unknown),
  ]
  expect(theirs.body).toMatchObject({ Accepted: 0, Rejected: [{ Index: 0, Reason: 'unknown device' }] })
  expect(theirs.body).toEqual(none.body)
  expect(await stored(foreign)).toEqual([])
})

test('a message without readings is a sign of life', async () => {
  const device = await make.device({ mac: 'D5:7E:D0:05:A1:B5' })
  const join = today(example('the-things-stack-join')).replace('A1B2', 'A1B5')
  const { status, body } = await send('the-things-stack', keyOf(device), join)
  expect(status).toBe(202)
  expect(body).toMatchObject({ Accepted: 0, Rejected: [] })
  const state = app.db.selectFrom('device_state').selectAll().where('device_no', '=', device.no)
  expect(await state.executeTakeFirstOrThrow()).toMatchObject({ online: true })
})

test('a message of the network server about a device it has not heard is not a sign of life', async () => {
  const device = await make.device({ mac: '41:9E:DB:62:01:1D' })
  const message = '{"deviceInfo":{"devEui":"0102419EDB62011D"},"downlinkId":1}'
  const states = () =>
    app.db.selectFrom('device_state').select('online').where('device_no', '=', device.no).execute()
  const { status, body } = await send('chirpstack', keyOf(device), message, '?event=txack')
  expect({ status, body }).toMatchObject({ status: 202, body: { Accepted: 0, Rejected: [] } })
  expect((await states()).filter(({ online }) => online)).toEqual([])
  await send('chirpstack', keyOf(device), message, '?event=status')
  expect(await states()).toEqual([{ online: true }])
})

test('values out of range are listed, and the others are stored', async () => {
  const device = await make.device()
  const { body } = await send('chirpstack', keyOf(device), '{"object":{"temperature":900,"humidity":40}}')
  expect(body).toMatchObject({
    Accepted: 1,
    Rejected: [{ Index: 0, Reason: 'temperature 900 is outside -60 to 150' }],
  })
  expect(await stored(device)).toMatchObject([{ temperature: null, humidity: 40 }])
})

test.each(adapterFormats)(
  'a message that is not in the format of %s gets 400 and is quarantined',
  async (format) => {
    const device = await make.device()
    for (const [payload, reason, kept] of [
      ['{{', 'not valid JSON', 'not valid JSON'],
      ['"text"', 'not a message in this format', 'not a sample'],
      ['{"hello":1}', 'not a message in this format', 'not a sample'],
      [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'not a message in this format', 'not a sample'],
    ] as const) {
      const { status, body } = await send(format, keyOf(device), payload)
      expect(status, payload.slice(0, 20)).toBe(400)
      expect(body).toMatchObject({ Accepted: 0, Rejected: [{ Index: 0, Reason: reason }], IgnoredCount: 0 })
      expect(await refused(device.mac)).toContain(kept)
    }
    expect(await stored(device)).toEqual([])
  },
)

test('an invalid element does not affect the other samples', async () => {
  const device = await make.device()
  const data = [{ temp: 20 }, { serialNumber: '1' }, 'nothing']
  const { status, body } = await send('airthings', keyOf(device), JSON.stringify({ data }))
  expect([status, body.Rejected]).toEqual([
    202,
    [
      { Index: 0, Reason: 'not a message in this format' },
      { Index: 2, Reason: 'not a message in this format' },
    ],
  ])
})

test('too many samples are refused at once', async () => {
  const device = await make.device()
  const data = Array.from({ length: ingestLimits.samplesPerMessage + 1 }, () => ({
    serialNumber: '1',
    temp: 20,
  }))
  const { body } = await send('airthings', keyOf(device), JSON.stringify({ data }))
  expect(body.Rejected).toEqual([{ Index: 0, Reason: 'more than 1000 samples' }])
})

test('a sender without a valid key is asked for one, whatever the format', async () => {
  const device = await make.device()
  for (const authorization of [
    undefined,
    keyOf({ ...device, key: 'wrong' }),
    `Basic ${btoa('gateway:wrong')}`,
  ]) {
    const { status, headers } = await send('halo', authorization, example('halo-set'))
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe('Basic realm="EoT LIVE"')
  }
  const { status } = await send('nobody', keyOf(device), '{}')
  expect(status).toBe(400)
})
