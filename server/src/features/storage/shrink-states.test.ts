import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { connect } from '../../../test/used-database.ts'
import { createLog } from '../../platform/log.ts'
import { shrinkStates } from './shrink-states.job.ts'

const { pool, url } = await testApp()
const log = createLog('silent')
const megabyte = 2 ** 20

async function sizeOf() {
  const { rows } = await pool.query<{ bytes: number; file: string }>(
    `select pg_relation_size('device_state')::float8 as bytes, pg_relation_filepath('device_state') as file`,
  )
  return rows[0] ?? { bytes: 0, file: '' }
}

const states = async () => (await pool.query('select * from device_state order by device_no')).rows

async function addDevices(count: number) {
  await pool.query(
    `insert into device (id, mac, name, model_id, key_hash)
     select gen_random_uuid(), gen_random_uuid()::text, 'x', (select id from device_model limit 1), ''
     from generate_series(1, $1)`,
    [count],
  )
  await pool.query(
    `insert into device_state (device_no, temperature, latest_at, firmware)
     select no, 20, now(), repeat('x', 400) from device on conflict do nothing`,
  )
}

test('the space that device states took during a long snapshot is released afterwards', async () => {
  await addDevices(1000)
  const backup = await connect(url)
  await backup.query('begin isolation level repeatable read')
  await backup.query('select count(*) from device_state')
  for (let round = 0; round < 30; round += 1)
    await pool.query('update device_state set version = version + 1, noise = version')
  await shrinkStates(pool, log)
  expect((await sizeOf()).bytes, 'the snapshot reads the table').toBeGreaterThan(10 * megabyte)
  await backup.query('commit')

  const before = await states()
  const shrunk = async () => {
    await shrinkStates(pool, log)
    return (await sizeOf()).bytes
  }
  // Autovacuum uses the table at times.
  await expect.poll(shrunk).toBeLessThan(2 * megabyte)
  expect(await states()).toEqual(before)
})

test.each([1000, 12_000])(
  'the states of at least %i devices are not rewritten without need',
  async (count) => {
    await addDevices(count)
    const { bytes, file } = await sizeOf()
    expect(bytes > 8 * megabyte).toBe(count > 1000)
    await shrinkStates(pool, log)
    expect((await sizeOf()).file).toBe(file)
  },
)
