import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { createPool } from '../../platform/db/pool.ts'
import { createLog } from '../../platform/log.ts'
import { keepPartitions } from './keep-partitions.job.ts'
import { cuts, rangeOf } from './partition-range.ts'
import { listPartitions } from './partitions.queries.ts'

const retention = { rawDays: 90, minuteDays: 365 }
const log = createLog('silent')
const now = new Date('2026-11-20T12:00:00Z')
/** SQL for the partition of a row. The names of a distributed table's shards end with their number. */
const partition = String.raw`regexp_replace(tableoid::regclass::text, '_\d{6}$', '') as partition`
const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000)

async function database() {
  const { url, drop } = await createTestDatabase()
  const pool = createPool(url, { max: 2, log })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  const insert = (at: Date) =>
    pool.query(
      `with d as (insert into device (id, mac, name, model_id, key_hash) select gen_random_uuid(), gen_random_uuid()::text, 'x', id, '' from device_model limit 1 returning no)
       insert into reading (at, received_at, device_no, co) select $1, now(), no, 1 from d returning ${partition}`,
      [at],
    )
  return { pool, insert, url }
}

test.each([
  [cuts.reading, '2026-11-20T12:00:00Z', 'reading_20261116', '2026-11-23T00:00:00.000Z'],
  [cuts.reading, '2026-11-22T23:59:59Z', 'reading_20261116', '2026-11-23T00:00:00.000Z'],
  [cuts.minute, '2026-12-31T23:59:59Z', 'reading_minute_20261201', '2027-01-01T00:00:00.000Z'],
  [cuts.hour, '2026-02-01T00:00:00Z', 'reading_hour_20260101', '2027-01-01T00:00:00.000Z'],
])('%o at %s belongs to %s, which ends %s', (cut, at, name, to) => {
  const range = rangeOf(cut, new Date(at))
  expect([range.name, range.to.toISOString()]).toEqual([name, to])
})

test('partitions exist two weeks ahead, and back in time for late readings', async () => {
  const { pool, insert } = await database()
  await keepPartitions(pool, now, retention, log)
  for (const day of [-89, 0, 13]) {
    const { rows } = await insert(daysLater(day))
    expect(rows[0]?.partition).toMatch(/^reading_2026\d{4}$/)
  }
})

test('PostgreSQL collects statistics of devices and times only', async () => {
  const { pool } = await database()
  await keepPartitions(pool, now, retention, log)
  const { rows } = await pool.query(
    `select attrelid::regclass::text as partition, array_agg(attname::text order by attname) as columns
     from pg_attribute where attrelid in ('reading_20261116'::regclass, 'reading_minute_20261101'::regclass)
       and attnum > 0 and attstattarget is distinct from 0 group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { partition: 'reading_20261116', columns: ['at', 'device_no', 'received_at'] },
    { partition: 'reading_minute_20261101', columns: ['bucket', 'device_no'] },
  ])
})

test('rows without a partition are moved into their own once it exists', async () => {
  const { pool, insert } = await database()
  expect((await insert(now)).rows[0]?.partition).toBe('reading_default')
  await keepPartitions(pool, now, retention, log)
  const { rows } = await pool.query(`select ${partition} from reading`)
  expect(rows).toEqual([{ partition: 'reading_20261116' }])
})

test('rows are moved, however long it takes to read the default partition', async () => {
  const { pool, insert, url } = await database()
  await insert(now)
  const impatient = new pg.Pool({ connectionString: url, statement_timeout: 1000 })
  onTestFinished(() => impatient.end())
  const holder = await pool.connect()
  await holder.query('begin; lock table reading_default in access exclusive mode')
  const kept = keepPartitions(impatient, now, retention, log)
  kept.catch(() => undefined) // fails the test below
  await vi.waitFor(async () => {
    const { rowCount } = await holder.query('select from pg_locks where not granted')
    expect(rowCount).toBe(1)
  }, 60_000)
  await delay(1500)
  await holder.query('commit')
  holder.release()
  await kept
  const { rows } = await pool.query(`select ${partition} from reading`)
  expect(rows).toEqual([{ partition: 'reading_20261116' }])
})

test('readings are dropped one week at a time, after their retention and not before', async () => {
  const { pool, insert } = await database()
  await keepPartitions(pool, now, retention, log)
  await insert(now)
  await keepPartitions(pool, daysLater(90), retention, log)
  expect((await pool.query('select count(*) from reading')).rows).toEqual([{ count: 1 }])
  await keepPartitions(pool, daysLater(98), retention, log)
  expect((await pool.query('select count(*) from reading')).rows).toEqual([{ count: 0 }])
  expect(await listPartitions(pool, 'reading')).not.toContain('reading_20261116')
})

test('of report intervals older than all minutes, the last one of each day is kept', async () => {
  const { pool, insert } = await database()
  await insert(now)
  const kept = async () =>
    (await pool.query('select seconds from report_interval order by since')).rows.map(
      ({ seconds }) => seconds,
    )
  const changes = ['-infinity', ...[0, 0.1, 0.2, 2, 7, 7.1].map((day) => daysLater(day).toISOString())]
  for (const [seconds, since] of changes.entries())
    await pool.query('insert into report_interval select no, $1, $2 from device', [since, seconds + 1])
  await keepPartitions(pool, daysLater(365), retention, log)
  expect(await kept()).toEqual([1, 2, 3, 4, 5, 6, 7])
  await keepPartitions(pool, daysLater(368), retention, log)
  expect(await kept()).toEqual([1, 4, 5, 6, 7])
})
