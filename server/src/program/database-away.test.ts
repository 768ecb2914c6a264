import { expect, test } from 'vitest'
import { withDatabase } from '../../test/database-url.ts'
import { runStatement } from '../../test/drop-database.ts'
import { sendSamples } from '../../test/send-samples.ts'
import { testIngest } from '../../test/test-ingest.ts'
import { silenceWatch } from '../features/ingest/timers/watch-devices.job.ts'
import { databaseFailure } from '../platform/db/database-failure.ts'

const start = Date.UTC(2026, 10, 20, 9)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Makes the database refuse connections and ends those it has. */
async function takeAway(url: string): Promise<{ giveBack(): Promise<void> }> {
  const name = new URL(url).pathname.slice(1)
  const ask = (text: string) => runStatement(withDatabase(url, 'postgres'), text)
  await ask(`alter database ${name} allow_connections false`)
  await ask(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`,
  )
  return { giveBack: () => ask(`alter database ${name} allow_connections true`) }
}

test('after a day without the database nothing is stuck in the program, readings buffered by devices are stored and evaluated, and no device counts as offline for that day', async () => {
  const { ingest, make, pool, time, url } = await testIngest(start)
  const [device, broken] = [await make.device(), await make.device()]
  const look = silenceWatch({
    pool,
    writer: ingest.writer,
    directory: ingest.intake.directory,
    now: () => time.now,
  })
  const alerts = async () =>
    (await pool.query('select type_key, device_id, started_at, ended_at from alert order by id')).rows
  for (const { mac } of [device, broken]) await sendSamples(ingest, mac, [{ readings: { CO: 1 } }])
  await look()

  const { giveBack } = await takeAway(url)
  for (let passed = 0; passed < 24; passed++) {
    time.now += hour
    await expect(look()).rejects.toThrow()
    const sending = Array.from({ length: 100 }, () =>
      sendSamples(ingest, device.mac, [{ readings: { CO: 1 } }]),
    )
    for (const outcome of await Promise.allSettled(sending)) {
      if (outcome.status !== 'rejected') throw new Error('a sample was stored without the database')
      // Refused by the writer, or failed where it was connecting, reading or writing.
      const { code } = outcome.reason
      expect(code === 'database_unavailable' || databaseFailure(outcome.reason) === 'unavailable').toBe(true)
    }
    expect(ingest.writer.waitingCount()).toBe(0)
  }
  await giveBack()
  time.now = start + day
  await look()

  const kept = Array.from({ length: day / minute - 1 }, (_, n) => ({
    at: start + (n + 1) * minute,
    readings: { CO: n >= 360 && n < 370 ? 50 : 1 },
  }))
  for (let from = 0; from < kept.length; from += 1000) {
    const part = kept.slice(from, from + 1000)
    expect(await sendSamples(ingest, device.mac, part)).toMatchObject({ accepted: part.length })
  }
  const goOn = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed++) {
      await sendSamples(ingest, device.mac, [{ readings: { CO: 1 } }])
      time.now += minute
      await look()
    }
  }
  await goOn(4)
  const ofThatDay = {
    type_key: 'CO',
    device_id: device.id,
    started_at: new Date(start + 363 * minute),
    ended_at: expect.any(Date),
  }
  expect(await alerts()).toEqual([ofThatDay])
  await goOn(10)
  expect(await alerts()).toEqual([
    ofThatDay,
    { type_key: 'Offline', device_id: broken.id, started_at: new Date(start), ended_at: null },
  ])
  const { rows } = await pool.query('select count(*)::int as count from reading')
  expect(rows).toEqual([{ count: 2 + kept.length + 14 }])
})
