import { expect, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testIngest } from '../../../../test/test-ingest.ts'
import { silenceWatch } from './watch-devices.job.ts'

const start = Date.UTC(2026, 10, 20, 9)

/** Starts a watch over two devices that have reported once and been tampered with. `wait` looks every half minute for ten, and returns failed looks. */
async function watched() {
  const app = await testIngest(start)
  const devices = [await app.make.device(), await app.make.device()] as const
  for (const { mac } of devices) await sendSamples(app.ingest, mac, [{ readings: { CO: 1, tamper: 1 } }])
  const { pool, time, ingest } = app
  const { writer, intake } = ingest
  const look = silenceWatch({ pool, writer, directory: intake.directory, now: () => time.now })
  return {
    pool,
    devices,
    async wait(): Promise<number> {
      let failed = 0
      for (let passed = 0; passed < 20; passed += 1) {
        time.now += 30_000
        await look().catch(() => {
          failed += 1
        })
      }
      return failed
    },
    async offline(): Promise<unknown[]> {
      const { rows } = await pool.query(
        `select device_id from alert where type_key = 'Offline' order by started_at, device_id`,
      )
      return rows.map(({ device_id }) => device_id)
    },
  }
}

/** Makes each update of the rows of a table that match fail. */
const refuse = (table: string, when: string) => `
  create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
  create trigger refuse_row before update on ${table} for each row when (${when}) execute function refuse_row()`

test('a silent device whose state cannot be stored does not keep others from counting as offline', async () => {
  const { pool, devices, wait, offline } = await watched()
  const [broken, silent] = devices
  await pool.query(refuse('device_state', `new.device_no = ${broken.no}`))
  expect(await wait()).toBe(0)
  expect(await offline()).toEqual([silent.id])
})

test('expired devices that cannot be handled are reported, and do not keep others from counting as offline', async () => {
  const { pool, devices, wait, offline } = await watched()
  const [expired, silent] = devices
  await pool.query(`update device set expires_at = '2026-01-01' where no = $1`, [expired.no])
  await pool.query(refuse('alert', `new.device_no = ${expired.no}`))
  expect(await wait()).toBe(20)
  expect(await offline()).toEqual([silent.id])
})
