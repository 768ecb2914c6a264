import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { createTestPool } from '../../../test/test-pool.ts'
import { connect } from '../../../test/used-database.ts'
import { createLog } from '../../platform/log.ts'
import { shrinkStates } from './shrink-states.job.ts'

const { url } = await testApp()
const log = createLog('silent')
// A single connection: each one adds its changes to the statistics of the table only after some time.
const pool = createTestPool(url, { max: 1, log })
afterAll(() => pool.end())
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
  await pool.query('vacuum analyze device_state')
}

async function replaceStates(rounds: number) {
  for (let round = 0; round < rounds; round += 1)
    await pool.query('update device_state set version = version + 1, noise = version')
}

/** Opens a snapshot. Returns a function that ends it. */
async function openSnapshot(table: string) {
  const reader = await connect(url)
  await reader.query('begin isolation level repeatable read')
  await reader.query(`select count(*) from ${table}`)
  return () => reader.query('commit')
}

/** Collects statistics, as autovacuum would, and runs the job. Returns the size of the table in bytes. */
async function shrink() {
  await pool.query('select pg_stat_force_next_flush()')
  await pool.query('analyze device_state')
  await shrinkStates(pool, log)
  return (await sizeOf()).bytes
}

test('the states of a few devices are not rewritten unnecessarily', async () => {
  await addDevices(400)
  const end = await openSnapshot('device_state')
  await replaceStates(2)
  await end()
  const { bytes, file } = await sizeOf()
  expect(bytes).toBeGreaterThan(megabyte / 2)
  expect(bytes).toBeLessThan(megabyte)
  await shrink()
  expect((await sizeOf()).file).toBe(file)
})

test.each(['device_state', 'device'])(
  'the space that device states took during a long snapshot of %s is released afterwards, and not before',
  async (table) => {
    const end = await openSnapshot(table)
    await replaceStates(60)
    const { bytes, file } = await sizeOf()
    expect(bytes).toBeGreaterThan(10 * megabyte)
    await shrink()
    expect((await sizeOf()).file).toBe(file)
    await end()

    const before = await states()
    // Autovacuum uses the table at times.
    await expect.poll(shrink).toBeLessThan(megabyte)
    expect(await states()).toEqual(before)
  },
)

test('writers do not wait longer than the limit, and the table stays as it is', async () => {
  const end = await openSnapshot('device')
  await replaceStates(60)
  await end()
  await pool.query('select pg_stat_force_next_flush()')
  await pool.query('vacuum analyze device_state')
  const { bytes, file } = await sizeOf()
  expect(bytes).toBeGreaterThan(10 * megabyte)
  await shrinkStates(pool, log, 1)
  expect((await sizeOf()).file).toBe(file)
})

test('nothing is rewritten without statistics of the rows', async ({ skip }) => {
  const { rows } = await pool.query(`select to_regproc('pg_clear_attribute_stats') is null as "isMissing"`)
  skip(rows[0]?.isMissing, 'PostgreSQL can clear statistics from version 18 on')
  const { file } = await sizeOf()
  await pool.query(`select pg_clear_attribute_stats('public', 'device_state', attname, false)
    from pg_attribute where attrelid = 'device_state'::regclass and attnum > 0 and not attisdropped`)
  await shrinkStates(pool, log)
  expect((await sizeOf()).file).toBe(file)
})

test('the states of many devices are not rewritten unnecessarily', async () => {
  await addDevices(12_000)
  const { bytes, file } = await sizeOf()
  expect(bytes).toBeGreaterThan(8 * megabyte)
  await shrink()
  expect((await sizeOf()).file).toBe(file)
})
