import { auth } from '@eot/contract/auth'
import { describe, expect, test } from 'vitest'
import { sendSamples } from '../../test/send-samples.ts'
import { testApp } from '../../test/test-app.ts'
import { testIngest } from '../../test/test-ingest.ts'
import { fireTimers, silenceWatch } from '../features/ingest/timers/watch-devices.job.ts'

const hour = 3_600_000
const minute = 60_000
const jumps = {
  'an hour ahead': hour,
  'an hour back': -hour,
  'a day ahead': 24 * hour,
  'a day back': -24 * hour,
}

const app = await testApp()

describe.each(Object.entries(jumps))('when the server clock jumps %s and back', (_name, jumpMs) => {
  test('devices that keep reporting raise no alert', async () => {
    const { ingest, make, pool, time } = await testIngest(Date.UTC(2026, 10, 20, 9))
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
