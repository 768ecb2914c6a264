import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type SentSample, sendSamples } from '../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../test/test-ingest.ts'
import { DatabaseUnavailable } from '../../platform/db/database-failure.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { compactableReadings } from './compact-day.command.ts'
import { type Compactable, compactTable } from './compact-table.command.ts'
import { listReadings } from './readings-of-device.queries.ts'
import { columnNames } from './sensor-columns.ts'

const start = Date.UTC(2026, 9, 31, 12)
const minute = 60_000
const day = 86_400_000
const daysLater = (days: number) => new Date(start + days * day)

const compact = ({ db }: TestIngest, days = 3) => compactTable(db, compactableReadings, daysLater(days))
const count = async ({ pool }: TestIngest, table: string) =>
  (await pool.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count

/** All readings by SQL, from a table or a view. */
async function rowsOf({ pool }: TestIngest, from: string) {
  const { rows } = await pool.query(
    `select at, received_at, device_no, ${columnNames.join(', ')} from ${from} order by device_no, at`,
  )
  return rows
}

/** All readings as the portal reads them. */
const listed = ({ pool }: TestIngest, no: number, keys: readonly SensorKey[] = sensorKeys) =>
  listReadings(executeOn(pool), no, { from: start - 40 * day, to: start + 40 * day }, keys, 1_000_000)

/** Samples over two days; the device keeps reporting, so that none of them is of its newest day. */
const samples: SentSample[] = Array.from({ length: 200 }, (_, n) => ({
  at: start + n * 13 * minute + (n % 7) * 13,
  readings: {
    temperature: 20 + ((n * 7) % 30) / 100,
    ...(n % 5 !== 0 && { humidity: 40 + (n % 9) / 10 }),
    ...(n > 150 && { CO: 0.400001 }),
    light: n % 50 === 0 ? 2950.55 : 300,
  },
}))
const newest: SentSample = { at: start + 4 * day, readings: { temperature: 19 } }

async function stored(app: TestIngest) {
  app.time.now = start + 4 * day
  const device = await app.make.device()
  await sendSamples(app.ingest, device.mac, [...samples, newest])
  return device
}

/** Fails for a device after its rows have been moved. */
const failingFor = (no: number, error: Error): Compactable => ({
  ...compactableReadings,
  async compactDay(execute, place) {
    const moved = await compactableReadings.compactDay(execute, place)
    if (place.deviceNo === no) throw error
    return moved
  },
})

describe('readings that become compact', () => {
  test('read as before, by the portal and by SQL', async () => {
    const app = await testIngest(start)
    const device = await stored(app)
    const before = await rowsOf(app, 'reading')
    const shown = await listed(app, device.no)
    expect(await compact(app, 4)).toEqual({ count: 200, wasComplete: false, refusals: [] })
    expect(await count(app, 'reading')).toBe(1)
    expect(await count(app, 'reading_chunk')).toBe(3)
    expect(await listed(app, device.no)).toEqual(shown)
    expect(await rowsOf(app, 'every_reading')).toEqual(before)
    expect(await compact(app, 4)).toEqual({ count: 0, wasComplete: true, refusals: [] })
  })

  test('are those older than a day, but none of the newest day of their device', async () => {
    const app = await testIngest(start)
    app.time.now = start + 4 * day
    const device = await app.make.device()
    await sendSamples(app.ingest, device.mac, samples)
    await compact(app, 0)
    expect(await count(app, 'reading_chunk')).toBe(0)
    await compact(app, 30)
    expect((await rowsOf(app, 'reading'))[0]?.at).toEqual(new Date(Date.UTC(2026, 10, 1, 0, 8)))
    expect((await listed(app, device.no)).times).toHaveLength(200)
  })

  test('are recognized when they are sent again, and contradictions too', async () => {
    const app = await testIngest(start)
    const device = await stored(app)
    await compact(app, 4)
    const sent = samples.slice(0, 50)
    expect(await sendSamples(app.ingest, device.mac, sent)).toMatchObject({ accepted: 0, duplicates: 50 })
    await app.restart()
    expect(await sendSamples(app.ingest, device.mac, sent)).toMatchObject({ accepted: 0, duplicates: 50 })
    expect(await count(app, 'quarantine')).toBe(0)
    const [first] = samples
    await sendSamples(app.ingest, device.mac, [{ at: first?.at ?? 0, readings: { temperature: 30 } }])
    expect((await app.pool.query('select reason from quarantine')).rows).toEqual([
      { reason: 'same time, other values' },
    ])
    expect((await listed(app, device.no)).times).toHaveLength(201)
  })

  test('are merged with late ones of the same day', async () => {
    const app = await testIngest(start)
    const device = await stored(app)
    await compact(app, 4)
    const late = samples.slice(0, 20).map(({ at }) => ({ at: Number(at) + 1000, readings: { vape: 3 } }))
    expect(await sendSamples(app.ingest, device.mac, late)).toMatchObject({ accepted: 20 })
    const before = await listed(app, device.no)
    expect(before.times).toHaveLength(221)
    await compact(app, 5)
    expect(await count(app, 'reading')).toBe(1)
    expect(await listed(app, device.no)).toEqual(before)
    expect(await sendSamples(app.ingest, device.mac, late)).toMatchObject({ accepted: 0, duplicates: 20 })
  })

  test('can be deleted for a device and a time by SQL', async () => {
    const app = await testIngest(start)
    const device = await stored(app)
    await compact(app, 4)
    const { rows } = await app.pool.query<{ start: Date }>('select start from reading_chunk order by start')
    // As described in decision 065.
    await app.pool.query('begin')
    await app.pool.query(
      `insert into reading select * from every_reading where device_no = $1 and at >= $2 and at < $3 on conflict do nothing`,
      [device.no, rows[1]?.start, rows[2]?.start],
    )
    await app.pool.query('delete from reading_chunk where device_no = $1 and start = $2', [
      device.no,
      rows[1]?.start,
    ])
    await app.pool.query('commit')
    expect((await listed(app, device.no)).times).toHaveLength(201)
  })

  test('are recognized although the clock was wrong when they became compact', async () => {
    const app = await testIngest(start)
    const device = await stored(app)
    await compact(app, 40)
    app.time.now = start + 2 * day
    await app.restart()
    expect(await sendSamples(app.ingest, device.mac, samples)).toMatchObject({ accepted: 0, duplicates: 200 })
    expect(await rowsOf(app, 'every_reading')).toHaveLength(201)
  })

  test('stay in the table if they would not be restored exactly, and do not block others', async () => {
    const app = await testIngest(start)
    const device = await stored(app)
    await stored(app)
    // Only an operator could store this: the program has a precision of milliseconds.
    await app.pool.query(
      `update reading set received_at = '1000-01-01T00:00:00.123457Z'
       where device_no = $1 and at = (select min(at) from reading where device_no = $1)`,
      [device.no],
    )
    const before = await rowsOf(app, 'every_reading')
    const { count: moved, refusals } = await compact(app, 4)
    expect(refusals).toEqual([{ deviceNo: device.no, reason: 'readings would not come back as they were' }])
    expect(moved).toBe(200)
    expect(await rowsOf(app, 'every_reading')).toEqual(before)
  })

  test.each([
    ['an unexpected error', new RangeError('too many')],
    ['a lock timeout', Object.assign(new pg.DatabaseError('lock timeout', 0, 'error'), { code: '55P03' })],
  ])('stay in the table after %s, which is logged and does not block others', async (_, error) => {
    const app = await testIngest(start)
    const device = await stored(app)
    await stored(app)
    const before = await rowsOf(app, 'every_reading')
    const failing = failingFor(device.no, error)
    const { count: moved, refusals } = await compactTable(app.db, failing, daysLater(4))
    expect(refusals).toEqual([{ deviceNo: device.no, reason: error.message, err: error }])
    expect(moved).toBe(200)
    expect(await rowsOf(app, 'every_reading')).toEqual(before)
    expect(await compact(app, 4)).toMatchObject({ wasComplete: true })
    expect(await compact(app, 5)).toMatchObject({ count: 200, refusals: [] })
  })

  test('wait for the database if it is unavailable', async () => {
    const app = await testIngest(start)
    const device = await stored(app)
    const failing = failingFor(device.no, new DatabaseUnavailable())
    await expect(compactTable(app.db, failing, daysLater(4))).rejects.toThrow(DatabaseUnavailable)
    expect(await compact(app, 4)).toEqual({ count: 200, wasComplete: false, refusals: [] })
  })

  test('continue where the previous run stopped', async () => {
    const app = await testIngest(start)
    await stored(app)
    await stored(app)
    let days = 0
    const stopped = await compactTable(app.db, compactableReadings, daysLater(4), () => days++ > 4)
    expect(stopped.count).toBeGreaterThan(0)
    expect(stopped.count).toBeLessThan(400)
    const rest = await compact(app, 4)
    expect(stopped.count + rest.count).toBe(400)
    expect(await rowsOf(app, 'every_reading')).toHaveLength(402)
  })

  test('sent again while they become compact are stored once', async () => {
    const app = await testIngest(start)
    const device = await stored(app)
    const results = await Promise.all([
      compact(app, 4),
      ...[0, 50, 100, 150].map((from) => sendSamples(app.ingest, device.mac, samples.slice(from, from + 50))),
    ])
    expect(results.slice(1)).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ accepted: 0, duplicates: 50 })),
    )
    expect(await rowsOf(app, 'every_reading')).toHaveLength(201)
  })
})

test('any readings, late, repeated or with gaps, read the same however often they become compact', async () => {
  const app = await testIngest(start)
  app.time.now = start + 10 * day
  const value = fc.oneof(
    fc.integer({ min: 0, max: 9999 }).map((integer) => integer / 100),
    fc.float({ min: 0, max: 50, noNaN: true }),
  )
  const sample = fc.record({
    at: fc.integer({ min: 0, max: 3 * 1440 }).map((n) => start + n * minute),
    readings: fc
      .uniqueArray(fc.constantFrom<SensorKey>('temperature', 'humidity', 'CO', 'noise'), { minLength: 1 })
      .chain((keys) => fc.tuple(...keys.map((key) => value.map((one) => [key, one] as const))))
      .map((pairs) => Object.fromEntries(pairs)),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(sample, { maxLength: 30 }), { minLength: 1, maxLength: 4 }),
      async (batches) => {
        const device = await app.make.device()
        await sendSamples(app.ingest, device.mac, [{ ...newest, at: start + 9 * day }])
        for (const [index, batch] of batches.entries()) {
          await sendSamples(app.ingest, device.mac, batch)
          const before = await listed(app, device.no)
          const rows = await rowsOf(app, `every_reading where device_no = ${device.no}`)
          await app.db.deleteFrom('compaction_progress').execute()
          await compact(app, 9 + index)
          expect(await listed(app, device.no)).toEqual(before)
          expect(await rowsOf(app, `every_reading where device_no = ${device.no}`)).toEqual(rows)
          expect((await listed(app, device.no, ['CO'])).columns).toEqual([
            before.columns[sensorKeys.indexOf('CO')],
          ])
        }
      },
    ),
    { numRuns: 8 },
  )
})
