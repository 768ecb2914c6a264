import { describe, expect, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { sendSamples } from '../../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'
import type { Ingest } from '../index.ts'
import { findSilent, fireTimers } from '../timers/watch-devices.job.ts'
import { submitAndWait } from './submit-and-wait.ts'

const start = Date.UTC(2026, 10, 20, 9)
const second = 1000
const minute = 60 * second

const partsOf = ({ pool, time, ingest: own }: TestIngest, ingest: Ingest = own) => ({
  pool,
  writer: ingest.writer,
  directory: ingest.intake.directory,
  now: () => time.now,
})

async function alertsOf({ pool }: TestIngest) {
  const { rows } = await pool.query<{
    type_key: string
    started_at: Date
    ended_at: Date | null
    end_reason: string | null
  }>('select type_key, started_at, ended_at, end_reason from alert order by started_at, type_key')
  return rows
}

/** Changes a device directly in the database, and invalidates the program's cache. */
async function change(
  { db, ingest }: TestIngest,
  { id }: MadeDevice,
  columns: { is_active?: boolean; site_id?: null },
) {
  await db.updateTable('device').set(columns).where('id', '=', id).execute()
  ingest.intake.directory.forget()
}

describe('a device that no longer raises alerts', () => {
  test('raises none at the end of a running hold', async () => {
    for (const columns of [{ is_active: false }, { site_id: null }]) {
      const app = await testIngest(start)
      const device = await app.make.device()
      await sendSamples(app.ingest, device.mac, [{ readings: { CO: 50 } }])
      app.time.now += minute
      await sendSamples(app.ingest, device.mac, [{ readings: { CO: 50 } }])
      await change(app, device, columns)
      app.time.now += 121 * second
      await fireTimers(partsOf(app))
      expect(await alertsOf(app)).toEqual([])
    }
  })

  test('ends its open alerts with its next reading', async () => {
    const app = await testIngest(start)
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, [{ readings: { vape: 80 } }])
    await change(app, device, { is_active: false })
    app.time.now += 10 * second
    await sendSamples(app.ingest, device.mac, [{ readings: { vape: 80 } }])
    expect(await alertsOf(app)).toMatchObject([
      { ended_at: new Date(start + 10 * second), end_reason: 'RuleChanged' },
    ])
  })
})

test('other signs of life than readings do not delay the end of a hold', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device({ settings: JSON.stringify({ ReportInterval: 600 }) })
  await sendSamples(app.ingest, mac, [{ readings: { CO: 50 } }])
  const device = await app.ingest.intake.directory.findByMac(mac)
  if (!device) throw new Error('it was just heard')
  for (let seconds = 10; seconds <= 130; seconds += 10) {
    app.time.now = start + seconds * second
    await submitAndWait(app.ingest.writer, (submission) => [
      {
        kind: 'contact',
        device,
        receivedAt: app.time.now,
        isOnline: true,
        flags: {},
        firmware: null,
        interval: null,
        submission,
      },
    ])
    await fireTimers(partsOf(app))
  }
  expect(await alertsOf(app)).toMatchObject([{ type_key: 'CO', started_at: new Date(start + 2 * minute) }])
})

test('timers of a lagging stream wait for its lag, even after a restart', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device()
  const behind = start - 10 * minute
  await sendSamples(app.ingest, mac, [{ at: behind, readings: { CO: 50 } }])
  await app.restart()
  app.time.now = start + minute
  await sendSamples(app.ingest, mac, [{ at: behind + minute, readings: { CO: 50 } }])
  await fireTimers(partsOf(app))
  expect(await alertsOf(app)).toEqual([])
  app.time.now = start + 121 * second
  await fireTimers(partsOf(app))
  expect(await alertsOf(app)).toMatchObject([{ type_key: 'CO', started_at: new Date(behind + 2 * minute) }])
})

test('ending the alerts of a silent device also ends its offline alert, which is raised again only after a new contact', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  const user = await app.make.user()
  const lookAfter = async (minutes: number) => {
    app.time.now += minutes * minute
    await findSilent(partsOf(app), start)
  }
  await sendSamples(app.ingest, device.mac, [{ readings: { CO: 1 } }])
  await lookAfter(6)
  expect(await app.ingest.endAlerts(device.id, { userId: user.id })).toBe(1)
  expect(await app.ingest.endAlerts(device.id, { userId: user.id })).toBe(0)
  await app.restart()
  await lookAfter(10)
  expect(await alertsOf(app)).toMatchObject([
    { type_key: 'Offline', ended_at: new Date(start + 6 * minute), end_reason: 'EndedByUser' },
  ])
  await sendSamples(app.ingest, device.mac, [{ readings: { CO: 1 } }])
  await lookAfter(6)
  expect(await alertsOf(app)).toMatchObject([{}, { type_key: 'Offline', ended_at: null }])
})

test('a due timer takes effect even if the process that runs it has a later one cached', async () => {
  const app = await testIngest(start)
  const other = app.another()
  const device = await app.make.device()
  const user = await app.make.user()
  const hold = async (RaiseHold: number) => {
    const settings = JSON.stringify({ ReportInterval: 1200, Rules: { CO: { RaiseHold } } })
    await app.db.updateTable('device').set({ settings }).where('id', '=', device.id).execute()
    for (const { intake } of [app.ingest, other]) intake.directory.forget()
    await sendSamples(app.ingest, device.mac, [{ at: app.time.now, readings: { CO: 50 } }])
  }
  await hold(600)
  await other.endAlerts(device.id, { userId: user.id }) // none is open; this caches the device and its timer
  app.time.now += 10 * second
  await hold(60)
  app.time.now = start + 61 * second
  await fireTimers(partsOf(app, other))
  expect(await alertsOf(app)).toMatchObject([{ type_key: 'CO', started_at: new Date(start + minute) }])
})

test('if a message has two readings for one instant, the second is quarantined, as if it had arrived later', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device()
  const at = (temperature: number) => ({ at: start, readings: { temperature } })
  expect(await sendSamples(app.ingest, mac, [at(20), at(30), at(20)])).toMatchObject({
    accepted: 1,
    duplicates: 2,
  })
  expect((await app.pool.query('select reason, count from quarantine')).rows).toEqual([
    { reason: 'same time, other values', count: 1 },
  ])
})

test('alerts ended by hand end at the time of the action, even if the readings arrive an hour late', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  const user = await app.make.user()
  await sendSamples(app.ingest, device.mac, [{ at: start - 55 * minute, readings: { vape: 80 } }])
  app.time.now = start + 10 * second
  await app.ingest.endAlerts(device.id, { userId: user.id })
  expect(await alertsOf(app)).toMatchObject([
    {
      started_at: new Date(start - 55 * minute),
      ended_at: new Date(start + 10 * second),
      end_reason: 'EndedByUser',
    },
  ])
})

test('ended alerts are counted once, even if another process wrote the device in the meantime', async () => {
  const app = await testIngest(start)
  const other = app.another()
  const device = await app.make.device()
  const user = await app.make.user()
  await sendSamples(app.ingest, device.mac, [{ readings: { tamper: 1, vape: 80 } }])
  app.time.now += second
  await sendSamples(other, device.mac, [{ readings: { tamper: 1, vape: 80 } }])
  expect(await app.ingest.endAlerts(device.id, { userId: user.id })).toBe(2)
})
