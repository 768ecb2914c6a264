import { describe, expect, test, vi } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'
import type { Ingest } from '../index.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import { endExpired, findSilent, fireTimers, silenceWatch } from './watch-devices.job.ts'
import { listSilentDevices } from './watch-devices.queries.ts'

const start = Date.UTC(2026, 10, 20, 9)
const minute = 60_000

const partsOf = ({ pool, time, ingest: own }: TestIngest, ingest: Ingest = own) => ({
  pool,
  writer: ingest.writer,
  directory: ingest.intake.directory,
  now: () => time.now,
})

async function alertsOf({ pool }: TestIngest) {
  const { rows } = await pool.query<{ type_key: string; started_at: Date; ended_at: Date | null }>(
    'select type_key, started_at, ended_at from alert order by started_at, type_key',
  )
  return rows
}

async function stateOf({ pool }: TestIngest, { no }: { no: number }) {
  const { rows } = await pool.query<{ online: boolean; version: number }>(
    'select online, version from device_state where device_no = $1',
    [no],
  )
  return rows[0]
}

/** Applies a device's status message or last will. */
async function receiveStatus(
  { ingest }: TestIngest,
  mac: string,
  status: { isOnline?: boolean; interval?: number },
) {
  const device = await ingest.intake.directory.findByMac(mac)
  if (!device) throw new Error(`there is no device ${mac}`)
  const { isOnline = true, interval = null } = status
  await submitAndWait(ingest.writer, (submission) => [
    {
      kind: 'contact',
      device,
      receivedAt: ingest.intake.now(),
      isOnline,
      flags: {},
      firmware: null,
      interval,
      submission,
    },
  ])
}

describe('silence', () => {
  test('does not count while no process receives readings, nor does the time before one does again', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, [{ readings: { CO: 1 } }])
    let isListening = false
    const look = silenceWatch(partsOf(app), async () => isListening)
    const wait = async (minutes: number) => {
      for (let passed = 0; passed < minutes; passed += 0.5) {
        app.time.now += minute / 2
        await look()
      }
    }
    await wait(30)
    isListening = true
    await wait(4)
    expect(await alertsOf(app)).toEqual([])
    await wait(30)
    expect(await alertsOf(app)).toMatchObject([{ type_key: 'Offline' }])
  })

  test('has its event at the time of detection, with which the hours of subscriptions are compared', async () => {
    const app = await testIngest(start)
    const { mac } = await app.make.device()
    await sendSamples(app.ingest, mac, [{ readings: { CO: 1 } }])
    app.time.now = start + 6 * minute
    await findSilent(partsOf(app), start)
    const { rows } = await app.pool.query("select at from event where kind = 'AlertStarted'")
    expect(rows).toEqual([{ at: new Date(start + 6 * minute) }])
  })

  test('raises an alert each time, even if the process that detects it is not the one that hears the device', async () => {
    const app = await testIngest(start)
    const { mac } = await app.make.device()
    const looking = partsOf(app, app.another())
    for (const heardAt of [0, 10, 20].map((minutes) => start + minutes * minute)) {
      app.time.now = heardAt
      await sendSamples(app.ingest, mac, [{ readings: { CO: 1 } }])
      app.time.now = heardAt + 6 * minute
      await findSilent(looking, start)
    }
    expect(await alertsOf(app)).toMatchObject([
      { type_key: 'Offline', started_at: new Date(start), ended_at: new Date(start + 10 * minute) },
      { started_at: new Date(start + 10 * minute), ended_at: new Date(start + 20 * minute) },
      { started_at: new Date(start + 20 * minute), ended_at: null },
    ])
  })

  test('of a device that raises no alerts is recorded once, and does not block finding others', async () => {
    const app = await testIngest(start)
    const closed = await app.make.site({ is_active: false })
    const quiet = [
      await app.make.device({ site: null }),
      await app.make.device({ is_active: false }),
      await app.make.device({ is_returned: true }),
      await app.make.device({ expires_at: new Date(0) }),
      await app.make.device({ site: await app.make.site({ parent: closed }) }),
    ]
    const device = await app.make.device()
    for (const { mac } of [...quiet, device]) await sendSamples(app.ingest, mac, [{ readings: { CO: 1 } }])
    app.time.now = start + 6 * minute
    await findSilent(partsOf(app), start)
    for (const one of [...quiet, device]) expect(await stateOf(app, one)).toMatchObject({ online: false })
    expect(await alertsOf(app)).toHaveLength(1)
    expect(await listSilentDevices(app.pool, new Date(app.time.now), 10)).toEqual([])
  })

  test('counts from the end of an outage during which nothing could be received', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, [{ readings: { CO: 1 } }])
    const look = silenceWatch(partsOf(app))
    await look()
    app.time.now = start + 20 * minute
    await look()
    expect(await stateOf(app, device)).toMatchObject({ online: true })
    for (let looks = 0; looks < 11; looks += 1) {
      app.time.now += minute / 2
      await look()
    }
    expect(await stateOf(app, device)).toMatchObject({ online: false })
  })

  test('is measured by the report interval that the device last reported', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await receiveStatus(app, device.mac, { interval: 600 })
    app.ingest.intake.directory.forget()
    await receiveStatus(app, device.mac, { interval: 60 })
    app.time.now = start + 6 * minute
    await findSilent(partsOf(app), start)
    expect(await stateOf(app, device)).toMatchObject({ online: false })
  })
})

describe('a hold', () => {
  test('interrupted by an outage starts over with the first reading after it', async () => {
    const app = await testIngest(start)
    const [over, stillSo] = [await app.make.device(), await app.make.device()]
    const send = ({ mac }: { mac: string }, CO: number) =>
      sendSamples(app.ingest, mac, [{ readings: { CO } }])
    for (const device of [over, stillSo]) await send(device, 50)
    const back = start + 180 * minute
    app.time.now = back
    await app.restart()
    await fireTimers(partsOf(app))
    expect(await alertsOf(app)).toEqual([])
    await send(over, 1)
    for (const minutes of [0, 1, 2]) {
      app.time.now = back + minutes * minute
      await send(stillSo, 50)
      await fireTimers(partsOf(app))
    }
    expect(await alertsOf(app)).toMatchObject([{ type_key: 'CO', started_at: new Date(back + 2 * minute) }])
  })

  test('does not raise an alert after one reading of 40 ppm CO followed by silence', async () => {
    const app = await testIngest(start)
    const { mac } = await app.make.device()
    await sendSamples(app.ingest, mac, [{ readings: { CO: 40 } }])
    for (let minutes = 1; minutes <= 10; minutes += 1) {
      app.time.now = start + minutes * minute
      await fireTimers(partsOf(app))
    }
    expect(await alertsOf(app)).toEqual([])
  })

  test('does not end an alert after one cool reading followed by silence', async () => {
    const app = await testIngest(start)
    const { mac } = await app.make.device()
    for (const [minutes, temperature] of [
      ...[0, 1, 2, 3, 4, 5].map((n) => [n, 35] as const),
      [6, 20] as const,
    ]) {
      app.time.now = start + minutes * minute
      await sendSamples(app.ingest, mac, [{ readings: { temperature } }])
    }
    for (let minutes = 7; minutes <= 20; minutes += 1) {
      app.time.now = start + minutes * minute
      await fireTimers(partsOf(app))
    }
    expect(await alertsOf(app)).toMatchObject([{ type_key: 'Temperature', ended_at: null }])
  })

  test('of a device that has long been silent waits without any writes', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    const send = () => sendSamples(app.ingest, device.mac, [{ readings: { CO: 50 } }])
    await send()
    app.time.now = start + minute
    await send()
    app.time.now = start + 7 * minute
    const before = await stateOf(app, device)
    await fireTimers(partsOf(app))
    await fireTimers(partsOf(app))
    expect(await stateOf(app, device)).toEqual(before)
    await send()
    expect(await alertsOf(app)).toMatchObject([{ type_key: 'CO', started_at: new Date(start + 2 * minute) }])
  })

  test('is completed even if its device has lost its connection', async () => {
    const app = await testIngest(start)
    const { mac } = await app.make.device()
    for (const minutes of [0, 1]) {
      app.time.now = start + minutes * minute
      await sendSamples(app.ingest, mac, [{ readings: { CO: 50 } }])
    }
    await receiveStatus(app, mac, { isOnline: false })
    app.time.now = start + 2 * minute
    await fireTimers(partsOf(app))
    expect(await alertsOf(app)).toMatchObject([{ type_key: 'CO', started_at: new Date(start + 2 * minute) }])
  })
})

test('a momentary alert ends after its quiet time, even if the device is torn off the wall', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device()
  await sendSamples(app.ingest, mac, [{ readings: { tamper: 1 } }])
  await receiveStatus(app, mac, { isOnline: false })
  app.time.now = start + 121_000
  await fireTimers(partsOf(app))
  expect(await alertsOf(app)).toMatchObject([{ type_key: 'Tamper', ended_at: new Date(start + 120_000) }])
})

test('a device raises alerts until it expires, even in a process that has it cached', async () => {
  const app = await testIngest(Date.now())
  const { mac, id } = await app.make.device({ expires_at: new Date(Date.now() + 3_600_000) })
  const isAlerting = async () => (await app.ingest.intake.directory.findByMac(mac))?.isAlerting
  expect(await isAlerting()).toBe(true)
  // Simulates the end of the hour without a catalog change, since expiring does not cause one.
  await app.pool.query('alter table device disable trigger user')
  await app.pool.query("update device set expires_at = now() - interval '1 second' where id = $1", [id])
  const look = silenceWatch(partsOf(app))
  await vi.waitFor(
    async () => {
      await look()
      expect(await isAlerting()).toBe(false)
    },
    { timeout: 60_000 },
  )
})

test('the open alerts of a device end when it expires, without a reading, and those of other devices continue', async () => {
  const app = await testIngest(Date.now())
  const expiring = await app.make.device({ expires_at: new Date(Date.now() + 3_600_000) })
  const other = await app.make.device({ expires_at: new Date(Date.now() + 3_600_000) })
  for (const { mac } of [expiring, other])
    await sendSamples(app.ingest, mac, [{ readings: { vape: 80, tamper: 1 } }])
  const reasons = async ({ id }: { id: string }) =>
    (
      await app.pool.query<{ end_reason: string | null }>(
        'select end_reason from alert where device_id = $1 order by type_key',
        [id],
      )
    ).rows.map(({ end_reason: reason }) => reason)
  await endExpired(partsOf(app))
  expect(await reasons(expiring)).toEqual([null, null])

  await app.pool.query("update device set expires_at = now() - interval '1 second' where id = $1", [
    expiring.id,
  ])
  await silenceWatch(partsOf(app))()
  expect(await reasons(expiring)).toEqual(['DeviceExpired', 'DeviceExpired'])
  expect(await reasons(other)).toEqual([null, null])
  const events = await app.pool.query("select device_id from event where kind = 'AlertEnded'")
  expect(events.rows).toEqual([{ device_id: expiring.id }, { device_id: expiring.id }])
  expect((await app.pool.query('select from alert_timer where device_no = $1', [expiring.no])).rows).toEqual(
    [],
  )
})
