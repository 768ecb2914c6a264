import { expect, onTestFinished, test, vi } from 'vitest'
import { startOpenBroker } from '../../../test/open-broker.ts'
import { type SentSample, sendSamples } from '../../../test/send-samples.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { testIngest } from '../../../test/test-ingest.ts'
import { createLog } from '../../platform/log.ts'
import { parseConfig } from '../../program/config.ts'
import { type Program, startProgram } from '../../program/start-program.ts'
import { startHomeAssistant } from './show-devices.job.ts'

const origin = { version: '1.0.0', publicUrl: 'https://eot.example' }
const log = createLog('silent')
const patience = { timeout: 60_000 }
const start = Date.UTC(2026, 10, 20, 9)
const configOf = (digits: string) => `homeassistant/device/eot_live_${digits}/config`

type Made = Awaited<ReturnType<typeof arrange>>

async function shown(siteOf?: (made: Made) => string, prepare?: (made: Made) => void) {
  const made = await arrange()
  prepare?.(made)
  const restart = () => {
    const siteId = siteOf?.(made)
    const { pool, url: databaseUrl } = made.app
    const home = startHomeAssistant({
      url: made.broker.url,
      siteId,
      origin,
      databaseUrl,
      pool,
      log,
      reconnectMs: 100,
    })
    onTestFinished(home.stop)
    return home
  }
  return { ...made, restart, home: restart() }
}

async function arrange() {
  const app = await testIngest(start)
  const broker = await startOpenBroker()
  const site = await app.make.site({ name: 'North Hall' })
  const device = await app.make.device({ site, mac: 'A4:CF:12:7B:03:9E', name: 'Room 2' })
  const other = await app.make.device({ mac: 'A4:CF:12:7B:03:9F' })
  return { app, broker, site, device, other }
}

test('a device is announced with its sensors, in the classes and units of Home Assistant', async () => {
  const { broker, device } = await shown()
  await vi.waitFor(() => expect(broker.retained.size).toBe(2), patience)
  const message = JSON.parse(broker.retained.get(configOf('A4CF127B039E')) ?? '')
  expect(message).toMatchObject({
    dev: {
      ids: 'eot_live_A4CF127B039E',
      name: 'Room 2',
      sa: 'North Hall',
      cu: `https://eot.example/devices?deviceId=${device.id}`,
    },
    o: { name: 'EoT LIVE', url: 'https://eot.example' },
    state_topic: 'eot-live/A4CF127B039E/state',
  })
  expect(Object.keys(message.cmps)).toHaveLength(17)
  expect(message.cmps.ECO2).toEqual({
    p: 'sensor',
    state_class: 'measurement',
    device_class: 'carbon_dioxide',
    unit_of_measurement: 'ppm',
    name: 'ECO2',
    unique_id: 'eot_live_A4CF127B039E_ECO2',
    value_template: "{{ value_json.ECO2 | default('None') }}",
    expire_after: 300,
  })
  expect(message.cmps.tamper).toMatchObject({ p: 'binary_sensor', device_class: 'tamper' })
})

test('only devices of the configured site are shown, and one that leaves it is removed, also after a restart', async () => {
  const { app, broker, device, home, other, restart } = await shown(({ site }) => site.id)
  await vi.waitFor(() => expect([...broker.retained.keys()]).toEqual([configOf('A4CF127B039E')]), patience)
  const foreign = JSON.stringify({ o: { url: 'https://elsewhere.example' } })
  const publish = (topic: string) =>
    new Promise<void>((resolve, reject) =>
      broker.broker.publish(
        { cmd: 'publish', topic, payload: foreign, qos: 0, retain: true, dup: false },
        (error) => (error ? reject(error) : resolve()),
      ),
    )
  await publish(configOf('A4CF127B0301'))
  await home.stop()
  const sites = await app.db.selectFrom('device').select('site_id').where('id', '=', other.id).execute()
  await app.db
    .updateTable('device')
    .set({ site_id: sites[0]?.site_id ?? null })
    .where('id', '=', device.id)
    .execute()
  restart()
  await vi.waitFor(() => expect([...broker.retained.keys()]).toEqual([configOf('A4CF127B0301')]), patience)
})

async function startOnBroker() {
  const broker = await startOpenBroker()
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const settings = { DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0' }
  const env = { ...settings, SECRET_KEY: '11'.repeat(32), HOME_ASSISTANT_URL: broker.url }
  const start = async () => {
    const program = await startProgram(parseConfig(env), log)
    onTestFinished(program.stop)
    return program
  }
  const program = await start()
  await program.pool.query(
    `insert into device (id, mac, name, model_id, site_id)
     select gen_random_uuid(), 'A4:CF:12:7B:03:9E', 'Room', (select id from device_model limit 1), id from site limit 1`,
  )
  await vi.waitFor(() => expect(broker.retained.has(configOf('A4CF127B039E'))).toBe(true), patience)
  const state = () => JSON.parse(broker.retained.get('eot-live/A4CF127B039E/state') ?? '{}')
  const send = (samples: SentSample[], { ingest }: Pick<Program, 'ingest'> = program) =>
    sendSamples(ingest, 'A4:CF:12:7B:03:9E', samples)
  return { broker, program, start, state, send, now: Date.now() }
}

test('the newest values of a device are published with those of its other kinds, and history is not', async () => {
  const { send, state, now } = await startOnBroker()
  await send([{ at: now - 1000, readings: { CO: 1, ECO2: 600 } }])
  await send([{ at: now - 86_400_000, readings: { CO: 9 } }])
  await send([{ at: now, readings: { CO: 2 } }])
  await vi.waitFor(() => expect(state()).toEqual({ CO: 2, ECO2: 600 }), patience)
})

test('a process publishes the newest values even if it has not received them itself', async () => {
  const { broker, start, send, state, now } = await startOnBroker()
  await send([{ at: now - 4000, readings: { vape: 100, ECO2: 600 } }])
  let announced = 0
  broker.broker.on('subscribe', () => {
    announced += 1
  })
  const other = await start()
  await vi.waitFor(() => expect(announced).toBe(1), patience)
  // The other process has not received the first values, and this one not the next.
  await vi.waitFor(async () => {
    await send([{ readings: { vape: 0 } }], other)
    expect(state()).toEqual({ vape: 0, ECO2: 600 })
  }, patience)
  await send([{ readings: { CO: 1 } }])
  await vi.waitFor(() => expect(state()).toEqual({ vape: 0, ECO2: 600, CO: 1 }), patience)
})

test('a broker that refuses at first, as while Home Assistant starts, is retried', async () => {
  let refused = 0
  const { broker } = await shown(undefined, (made) => {
    made.broker.broker.authenticate = (_client, _user, _password, done) => {
      if (refused > 0) return done(null, true)
      refused += 1
      done(Object.assign(new Error('not yet'), { returnCode: 5 as const }), false)
    }
  })
  await vi.waitFor(() => expect(broker.retained.size).toBe(2), patience)
  expect(refused).toBe(1)
})

test('a broker that acknowledges nothing does not keep the program from stopping', async () => {
  let published = 0
  const { home } = await shown(undefined, (made) => {
    made.broker.broker.authorizePublish = () => {
      published += 1
    }
  })
  await vi.waitFor(() => expect(published).toBe(1), patience)
  await home.stop()
})
