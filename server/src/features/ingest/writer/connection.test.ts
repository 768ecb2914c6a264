import { expect, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'
import { findSilent, fireTimers } from '../timers/watch-devices.job.ts'

const start = Date.UTC(2026, 10, 20, 9)
const minute = 60_000

const partsOf = ({ ingest, pool, time }: TestIngest) => ({
  pool,
  writer: ingest.writer,
  directory: ingest.intake.directory,
  now: () => time.now,
})

async function look(app: TestIngest, listeningSince = start) {
  await findSilent(partsOf(app), listeningSince)
  await fireTimers(partsOf(app))
  const [alerts, states, events] = await Promise.all([
    app.pool.query<{ type_key: string; started_at: Date; ended_at: Date | null; end_reason: string | null }>(
      'select type_key, started_at, ended_at, end_reason from alert order by started_at, type_key',
    ),
    app.pool.query<{ online: boolean }>('select online from device_state'),
    app.pool.query<{ kind: string }>('select kind from event order by seq'),
  ])
  return {
    alerts: alerts.rows,
    online: states.rows.map((row) => row.online),
    events: events.rows.map((row) => row.kind),
  }
}

test('a device is online with its first reading and offline after five silent minutes, with one event each', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device({ settings: JSON.stringify({ ReportInterval: 5 }) })
  await sendSamples(app.ingest, mac, [{ readings: { CO: 1 } }])
  app.time.now = start + 5 * minute - 1
  expect(await look(app)).toMatchObject({ online: [true], alerts: [], events: ['DeviceOnline'] })
  app.time.now = start + 5 * minute + 1
  await look(app)
  const after = await look(app)
  expect(after.online).toEqual([false])
  expect(after.events).toEqual(['DeviceOnline', 'DeviceOffline', 'AlertStarted'])
  expect(after.alerts).toMatchObject([{ type_key: 'Offline', started_at: new Date(start), ended_at: null }])
  app.time.now = start + 7 * minute
  await sendSamples(app.ingest, mac, [{ readings: { CO: 1 } }])
  expect(await look(app)).toMatchObject({
    online: [true],
    alerts: [{ ended_at: new Date(start + 7 * minute), end_reason: 'Online' }],
  })
})

test('a device that reports every ten minutes may be silent for thirty', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device({ settings: JSON.stringify({ ReportInterval: 600 }) })
  await sendSamples(app.ingest, mac, [{ readings: { CO: 1 } }])
  app.time.now = start + 29 * minute
  expect((await look(app)).online).toEqual([true])
  app.time.now = start + 31 * minute
  expect((await look(app)).online).toEqual([false])
})

test('no device counts as silent for the time the program was not running', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device({ settings: JSON.stringify({ ReportInterval: 5 }) })
  await sendSamples(app.ingest, mac, [{ readings: { CO: 1 } }])
  const back = start + 60 * minute
  app.time.now = back + 4 * minute
  expect((await look(app, back)).online).toEqual([true])
  app.time.now = back + 6 * minute
  expect((await look(app, back)).online).toEqual([false])
})

test('open alerts of a silent device stay open, and end as Offline after a day', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device({
    settings: JSON.stringify({ ReportInterval: 5, Rules: { ECO2: { RaiseHold: 0 } } }),
  })
  await sendSamples(app.ingest, mac, [{ readings: { ECO2: 2000 } }])
  app.time.now = start + 6 * minute
  expect((await look(app)).alerts).toMatchObject([
    { type_key: 'ECO2', ended_at: null },
    { type_key: 'Offline' },
  ])
  app.time.now += 24 * 60 * minute + 1000
  expect((await look(app)).alerts).toMatchObject([
    { type_key: 'ECO2', end_reason: 'Offline' },
    { type_key: 'Offline', ended_at: null },
  ])
})

test('a momentary alert ends two minutes after the moment was last reported', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device()
  await sendSamples(app.ingest, mac, [{ readings: { tamper: 1 } }])
  app.time.now = start + 119_000
  expect((await look(app)).alerts).toMatchObject([{ type_key: 'Tamper', ended_at: null }])
  await app.restart()
  app.time.now = start + 121_000
  expect((await look(app)).alerts).toMatchObject([
    { ended_at: new Date(start + 120_000), end_reason: 'Quiet' },
  ])
})

test('a completed hold raises an alert without another reading', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device({ settings: JSON.stringify({ ReportInterval: 600 }) })
  await sendSamples(app.ingest, mac, [{ readings: { CO: 50 } }])
  app.time.now = start + 119_000
  expect((await look(app)).alerts).toEqual([])
  app.time.now = start + 121_000
  expect((await look(app)).alerts).toMatchObject([{ type_key: 'CO', started_at: new Date(start + 120_000) }])
})

test('ending alerts by hand ends them all and stores who did it', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  const user = await app.make.user()
  await sendSamples(app.ingest, device.mac, [{ readings: { tamper: 1, vape: 80 } }])
  expect(await app.ingest.endAlerts(device.id, { userId: user.id })).toBe(2)
  expect(await app.ingest.endAlerts(device.id, { userId: user.id })).toBe(0)
  const { rows } = await app.pool.query(
    'select end_reason, ended_by, ended_at > started_at as later from alert',
  )
  expect(rows).toEqual(Array(2).fill({ end_reason: 'EndedByUser', ended_by: user.id, later: true }))
  app.time.now += 5000
  await sendSamples(app.ingest, device.mac, [{ readings: { vape: 80 } }])
  expect((await look(app)).alerts).toHaveLength(2)
})
