import { auth } from '@eot/contract/auth'
import { describe, expect, test } from 'vitest'
import { notifiedSchool } from '../../test/notified-school.ts'
import { sendSamples } from '../../test/send-samples.ts'
import { testApp } from '../../test/test-app.ts'
import { testIngest } from '../../test/test-ingest.ts'
import { fireTimers, silenceWatch } from '../features/ingest/timers/watch-devices.job.ts'

const start = Date.UTC(2026, 10, 20, 9)
const hour = 3_600_000
const minute = 60_000
const jumps = {
  'an hour ahead': hour,
  'an hour back': -hour,
  'a day ahead': 24 * hour,
  'a day back': -24 * hour,
}

const app = await testApp()

/** Starts a program with a device that reports each minute, and another one that always reports calm values. */
async function watchedDevices() {
  const { ingest, make, pool, time } = await testIngest(start)
  const [device, neighbor] = [await make.device(), await make.device()]
  const parts = { pool, writer: ingest.writer, directory: ingest.intake.directory, now: () => time.now }
  const look = silenceWatch(parts)
  return {
    device,
    time,
    /** `CO`: what the device reports; null if it is silent. */
    async goOn(minutes: number, CO: number | null) {
      for (let passed = 0; passed < minutes; passed++) {
        await look()
        await fireTimers(parts)
        await sendSamples(ingest, neighbor.mac, [{ readings: { CO: 1 } }])
        if (CO !== null) await sendSamples(ingest, device.mac, [{ readings: { CO } }])
        time.now += minute / 2
        await look()
        time.now += minute / 2
      }
    },
    alerts: async () =>
      (await pool.query('select type_key, device_id, ended_at is null as is_open from alert order by id'))
        .rows,
  }
}

describe.each(Object.entries(jumps))('when the server clock jumps %s and back', (_name, jumpMs) => {
  test('devices that keep reporting raise no alert', async () => {
    const { ingest, make, pool, time } = await testIngest(start)
    const macs = [(await make.device()).mac, (await make.device()).mac]
    const parts = { pool, writer: ingest.writer, directory: ingest.intake.directory, now: () => time.now }
    const look = silenceWatch(parts)
    const goOn = async (minutes: number) => {
      for (let passed = 0; passed < minutes; passed++) {
        await look()
        await fireTimers(parts)
        for (const mac of macs) await sendSamples(ingest, mac, [{ readings: { CO: 1, temperature: 21 } }])
        time.now += minute / 2
        await look()
        time.now += minute / 2
      }
    }
    await goOn(10)
    time.now += jumpMs
    await goOn(10)
    time.now -= jumpMs
    await goOn(10)
    expect((await pool.query('select type_key from alert')).rows).toEqual([])
  })

  test('alerts are raised and end as usual, during the wrong time and after it', async () => {
    const { alerts, device, goOn, time } = await watchedDevices()
    const alert = { type_key: 'CO', device_id: device.id }
    const seen: object[] = []
    await goOn(5, 1)
    for (const jump of [jumpMs, -jumpMs]) {
      time.now += jump
      await goOn(5, 50)
      expect(await alerts()).toEqual([...seen, { ...alert, is_open: true }])
      seen.push({ ...alert, is_open: false })
      await goOn(15, 1)
      expect(await alerts()).toEqual(seen)
    }
  })

  test('a device that falls silent during the wrong time is noticed after it', async () => {
    const { alerts, device, goOn, time } = await watchedDevices()
    await goOn(5, 1)
    time.now += jumpMs
    await goOn(2, 1)
    time.now -= jumpMs
    await goOn(15, null)
    expect(await alerts()).toEqual([{ type_key: 'Offline', device_id: device.id, is_open: true }])
  })

  test('readings are accepted again a second after a failure of the database', async () => {
    const { ingest, make, pool, time } = await testIngest(start)
    const { mac } = await make.device()
    await pool.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'full' using errcode = 'disk_full'; end $$`)
    await pool.query('create trigger fail before update on device_state for each row execute function fail()')
    await expect(sendSamples(ingest, mac, [{ readings: { CO: 1 } }])).rejects.toThrow()
    expect(ingest.writer.refusal()?.code).toBe('database_unavailable')
    time.now += jumpMs + 1000
    expect(ingest.writer.refusal()).toBeNull()
  })

  test('people are notified at once, during the wrong time and after it', async () => {
    const { make, run, site, subjects, time, vape } = await notifiedSchool()
    const alarm = async () => {
      time.now += 2 * minute
      await vape(await make.device({ site }))
      await run()
    }
    await alarm()
    for (const jump of [jumpMs, -jumpMs]) {
      time.now += jump
      await alarm()
    }
    expect(subjects()).toHaveLength(3)
  })

  test('no session is extended, and no ended session becomes valid again', async () => {
    const { advance, call, db, signIn } = app
    const tokens = await signIn()
    const ends = async () =>
      (
        await db.selectFrom('session').where('user_id', '=', tokens.user.id).select('expires_at').execute()
      ).map((session) => session.expires_at)
    const before = await ends()
    advance(jumpMs)
    const refreshed = await call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })
    expect(refreshed.status).toBe(200)
    await call(auth.logout, { body: { RefreshToken: refreshed.data.RefreshToken } })
    advance(-jumpMs)
    expect(await ends()).toEqual(before)
    expect(await app.access.callers.authenticate(refreshed.data.AccessToken)).toBeNull()
    expect((await call(auth.refresh, { body: { RefreshToken: refreshed.data.RefreshToken } })).status).toBe(
      401,
    )
  })
})
