import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testIngest } from '../../../test/test-ingest.ts'
import { createLog } from '../../platform/log.ts'
import { compactStorage } from './compact-storage.job.ts'
import { keepPartitions } from './keep-partitions.job.ts'

const start = Date.UTC(2026, 9, 31, 12)
const day = 86_400_000
const log = createLog('silent')
const retention = { rawDays: 90, minuteDays: 90 }

test('readings and minutes become compact, and the next run releases their disk space', async () => {
  const app = await testIngest(start + 20 * day)
  const now = new Date(start + 20 * day)
  const run = () => compactStorage({ db: app.db, pool: app.pool, log }, () => now)
  const bytes = async (partition: string) =>
    (await app.pool.query('select pg_total_relation_size($1::regclass) as bytes', [partition])).rows[0]?.bytes
  await keepPartitions(app.pool, now, retention, log)
  const device = await app.make.device()
  const samples = Array.from({ length: 300 }, (_, n) => ({
    at: start + n * 60_000,
    readings: { temperature: 20 + (n % 10) / 10 },
  }))
  await sendSamples(app.ingest, device.mac, [
    ...samples,
    { at: now.getTime(), readings: { temperature: 20 } },
  ])
  const before = await bytes('reading_20261026')
  await run()
  const { rows } = await app.pool.query(
    `select (select count(*) from reading) as readings, (select count(*) from reading_minute) as minutes,
       (select sum(count) from reading_chunk) as compact, (select sum(count) from reading_minute_chunk) as compact_minutes`,
  )
  expect(rows).toEqual([{ readings: 1, minutes: 0, compact: 300, compact_minutes: 300 }])
  expect(await bytes('reading_20261026')).toBe(before)
  await run()
  expect(await bytes('reading_20261026')).toBe(8192)
  expect(await bytes('reading_minute_20261001')).toBe(8192)
})

test('compact readings and minutes are dropped after their retention', async () => {
  const app = await testIngest(start + 20 * day)
  const now = new Date(start + 20 * day)
  await keepPartitions(app.pool, now, retention, log)
  const device = await app.make.device()
  await sendSamples(app.ingest, device.mac, [
    { at: start, readings: { temperature: 20 } },
    { at: start + 20 * day, readings: { temperature: 20 } },
  ])
  await compactStorage({ db: app.db, pool: app.pool, log }, () => now)
  const count = async (table: string) => (await app.pool.query(`select from ${table}`)).rowCount
  expect([await count('reading_chunk'), await count('reading_minute_chunk')]).toEqual([1, 1])
  await keepPartitions(app.pool, new Date(start + 89 * day), retention, log)
  expect([await count('reading_chunk'), await count('reading_minute_chunk')]).toEqual([1, 1])
  await keepPartitions(app.pool, new Date(start + 130 * day), retention, log)
  expect([await count('reading_chunk'), await count('reading_minute_chunk')]).toEqual([0, 0])
})
