import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactAll } from '../../../test/compact-all.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import { dueBacklog, takeDue } from './due.queries.ts'
import { mergeRanges, rateDue } from './rate-due.job.ts'

const { clock, db, ingest, make, pool } = await testApp()
const hour = 3_600_000
const minute = 60_000
const end = Math.floor(clock().getTime() / hour) * hour
/** As many samples as three days have with one every 20 minutes. */
const mostSteps = 3 * 24 * 3

const rate = () => rateDue(db, Date.now() + 60_000)

async function stored(no: number) {
  const { rows: hours } = await pool.query('select * from rating_hour where device_no = $1 order by hour', [
    no,
  ])
  const { rows: months } = await pool.query(
    'select * from rating_month where device_no = $1 order by month',
    [no],
  )
  return { hours, months }
}

async function rateFromScratch(no: number) {
  for (const table of ['rating_hour', 'rating_month', 'rating_due'])
    await pool.query(`delete from ${table} where device_no = $1`, [no])
  await pool.query(
    `insert into rating_due (device_no, since, until)
     select device_no, min(bucket), max(bucket) from reading_hour where device_no = $1 group by 1`,
    [no],
  )
  await rate()
  return stored(no)
}

const noOf = async (id: string) =>
  (await pool.query<{ no: number }>('select no from device where id = $1', [id])).rows[0]?.no ?? 0

const sent = fc.record({
  /** Which steps arrive, and in which order: a number for each, ascending by arrival. */
  order: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: mostSteps, maxLength: mostSteps }),
  /** One of this many is lost. Every hour with one of them has no score, and more than a quarter of these would leave none. */
  lost: fc.integer({ min: 15, max: 40 }),
  values: fc.array(fc.integer({ min: 300, max: 3000 }), { minLength: 12, maxLength: 12 }),
  zone: fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'),
  batches: fc.integer({ min: 2, max: 5 }),
  isCompacted: fc.boolean(),
})

test.each([20, 90, 300])(
  'ratings kept up to date with a reading every %i min, including late ones and compact minutes, equal those computed from scratch',
  { timeout: 600_000 },
  async (minutes) => {
    const stepMs = minutes * minute
    const steps = Math.min(mostSteps, (6 * 24 * hour) / stepMs)
    await fc.assert(
      fc.asyncProperty(sent, async ({ order, lost, values, zone, batches, isCompacted }) => {
        const site = await make.site({ time_zone: zone })
        const settings = JSON.stringify({ ReportInterval: stepMs / 1000 }) as never // stored as it is
        const device = await make.device({ site, settings })
        const samples = order
          .slice(0, steps)
          .map((rank, step) => {
            const value = values[step % values.length] ?? 0
            const readings = {
              ECO2: value,
              particulate: value / 50,
              temperature: 15 + value / 200,
              noise: 20 + value / 100,
              ...(step % 3 > 0 && { CO: value / 200 }),
            }
            return { at: end - (steps - step) * stepMs, rank: rank + step, readings }
          })
          .filter((_, step) => step % lost !== 0)
          .toSorted((a, b) => a.rank - b.rank)
        const size = Math.ceil(samples.length / batches)
        for (let from = 0; from < samples.length; from += size) {
          const batch = samples.slice(from, from + size).map(({ at, readings }) => ({ at, readings }))
          await sendSamples(ingest, device.mac, batch)
          await rate()
          if (isCompacted) await compactAll(db, clock())
        }
        const no = await noOf(device.id)
        const kept = await stored(no)
        expect(kept.hours.length).toBeGreaterThan(0)
        expect(await rateFromScratch(no)).toEqual(kept)
      }),
      { numRuns: 4 },
    )
  },
)

test('what is due is rated once, and nothing is left', async () => {
  await rate()
  expect((await pool.query('select count(*)::int as due from rating_due')).rows).toEqual([{ due: 0 }])
})

/** Marks hours of devices 7 and 5 as due. */
const addDue = (hours: readonly number[]) =>
  pool.query(
    `insert into rating_due (device_no, since, until)
     select no, at, at from unnest($1::timestamptz[]) at cross join unnest('{7,5}'::int[]) no`,
    [hours.map((at) => new Date(at))],
  )

/** Takes three due hours at a time. Returns which devices and days they belong to. */
async function takeTurns(count: number) {
  const turns: string[][] = []
  for (let turn = 0; turn < count; turn += 1) {
    const due = await takeDue(executeOn(pool), 3)
    turns.push([
      ...new Set(due.map(({ no, until }) => `${no} on ${new Date(until).toISOString().slice(0, 10)}`)),
    ])
  }
  return turns
}

test('a backlog is taken by day, the newest first, and all hours of a device and day together', async () => {
  const days = [Date.parse('2025-03-01T00:00Z'), Date.parse('2025-03-02T00:00Z')]
  await addDue(days.flatMap((day) => [0, 9, 23].map((at) => day + at * hour)))
  expect(await takeTurns(5)).toEqual([
    ['5 on 2025-03-02'],
    ['7 on 2025-03-02'],
    ['5 on 2025-03-01'],
    ['7 on 2025-03-01'],
    [],
  ])
})

test('the hours that have just ended are taken before a backlog of the same day', async () => {
  const now = Math.floor(Date.now() / hour) * hour
  await addDue([now - 5 * hour, now - 4 * hour, now - hour])
  const due = await takeDue(executeOn(pool), 2)
  expect(due.map(({ no, until }) => ({ no, until })).toSorted((a, b) => a.no - b.no)).toEqual([
    { no: 5, until: now - hour },
    { no: 7, until: now - hour },
  ])
  expect((await takeDue(executeOn(pool), 10)).map(({ until }) => until).toSorted()).toEqual(
    [now - 5 * hour, now - 5 * hour, now - 4 * hour, now - 4 * hour].toSorted(),
  )
})

test('the backlog is read in the order of an index, however long it is', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query(`explain ${dueBacklog} limit 1000`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('rating_due__day__device_no')
    expect(plan).not.toContain('Sort')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('overlapping ranges of hours are read once', () => {
  expect(
    mergeRanges([
      { no: 2, since: 5, until: 9 },
      { no: 1, since: 4, until: 6 },
      { no: 1, since: 1, until: 4 },
      { no: 1, since: 8, until: 9 },
    ]),
  ).toEqual([
    { no: 1, since: 1, until: 6 },
    { no: 1, since: 8, until: 9 },
    { no: 2, since: 5, until: 9 },
  ])
})
