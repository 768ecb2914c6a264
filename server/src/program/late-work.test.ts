import { randomUUID } from 'node:crypto'
import { health, type Work, work } from '@eot/contract/health'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sendSamples } from '../../test/send-samples.ts'
import { testApp } from '../../test/test-app.ts'
import { keepPartitions } from '../features/storage/keep-partitions.job.ts'
import { executeIn } from '../platform/db/execute.queries.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { healthGauges } from './health-gauges.ts'

const app = await testApp()
const { call, db, ingest, make, signInAsRoot } = app
const operator = await signInAsRoot()
const metrics = createMetrics({
  waitingInputs: () => 0,
  liveConnections: () => 0,
  labeled: healthGauges(executeIn(db)),
})

/** Returns the values of a metric by its label. */
async function metric(name: string): Promise<Record<string, number>> {
  const found = (await metrics.text()).matchAll(new RegExp(`^${name}\\{\\w+="(.*)"\\} (\\S+)$`, 'gm'))
  return Object.fromEntries([...found].map(([, of, value]) => [of, Number(value)]))
}

const late = 5000
const lateAt = () => new Date(Date.now() - late * 1000)
const addJob = (name: string, change = { start_after: lateAt() }) =>
  sql`insert into jobs.job (name, start_after) values (${name}, ${change.start_after})`.execute(db)
const killed = (role: string) =>
  db
    .insertInto('process')
    .values({
      id: randomUUID(),
      roles: [role],
      host: 'web-1',
      pid: 7,
      version: '1.0.0',
      seen_at: lateAt(),
      heard_at: lateAt(),
    })
    .execute()
const refused = (channel: 'Email' | 'Text') =>
  make.mail({ channel, status: 'composed', attempts: 2, error: 'later', created_at: lateAt() })

/** Makes each kind of work late by `late` seconds, and no other. */
const makeLate: Record<Work, () => Promise<unknown>> = {
  Ingestion: () => killed('ingest'),
  Workers: () => killed('worker'),
  async Timers() {
    const device = await make.device()
    await sendSamples(ingest, device.mac, [{ at: Date.now(), readings: { temperature: 20 } }])
    const { no } = await db
      .selectFrom('device')
      .where('id', '=', device.id)
      .select('no')
      .executeTakeFirstOrThrow()
    await sql`insert into alert_timer (device_no, type_key, due_at) values (${no}, 'CO2High', ${lateAt()})`.execute(
      db,
    )
  },
  async Events() {
    const device = await make.device()
    await sql`insert into event (seq, kind, at, site_path, device_id, stored_at)
      select seq + 1, 'DeviceOnline', now(), 'x/', ${device.id}, ${lateAt()} from event_sequence`.execute(db)
    await sql`insert into event_cursor (name, seq) select 'notifications', seq from event_sequence`.execute(
      db,
    )
  },
  Messages: () => addJob('deliver-webhook'),
  Emails: () => refused('Email'),
  Texts: () => refused('Text'),
  Reports: () => addJob('make-report'),
  Jobs: () => addJob('run-import'),
  async Partitions() {
    const settings = { rawDays: 30, minuteDays: 400 }
    await keepPartitions(app.pool, new Date(), settings, createLog('silent'))
    expect(await metric('eot_behind_seconds')).toMatchObject({ Partitions: 0 })
    const { rows } = await sql<{ name: string }>`select relname as name from pg_inherits
      join pg_class on pg_class.oid = inhrelid
      where inhparent = 'reading'::regclass and relname ~ '[0-9]{8}$'
        and to_date(right(relname, 8), 'YYYYMMDD') > now()`.execute(db)
    for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
  },
}

beforeEach(async () => {
  for (const table of ['process', 'message', 'event_cursor', 'alert_timer', 'jobs.job'])
    await sql`delete from ${sql.table(table)}`.execute(db)
})

test.each(work)(
  'of all work, %s alone is shown as late to administrators of the installation and in the metrics',
  async (name) => {
    await makeLate[name]()
    const { data } = await call(health.get, {}, { as: operator })
    const behind = Object.fromEntries(data.Work.map((one) => [one.Work, one.BehindSeconds]))
    const measured = await metric('eot_behind_seconds')
    for (const seconds of [behind[name], measured[name]]) expect(seconds).toBeGreaterThanOrEqual(late)
    for (const other of work.filter((one) => one !== name))
      expect([other, behind[other], measured[other]]).toEqual([other, 0, 0])
  },
)

test('work that is not late is 0, and its limit is in the metrics', async () => {
  await addJob('deliver-webhook', { start_after: new Date(Date.now() + 3_600_000) })
  await make.mail({ status: 'composed', attempts: 0, created_at: lateAt() })
  const { Messages, Emails } = await metric('eot_behind_seconds')
  expect([Messages, Emails]).toEqual([0, 0])
  expect(await metric('eot_behind_limit_seconds')).toMatchObject({ Timers: 60, Messages: 300, Reports: 1800 })
})

test('running processes, pending messages and dead jobs are counted in the metrics', async () => {
  for (const roles of [['api', 'worker'], ['worker']])
    await db
      .insertInto('process')
      .values({ id: randomUUID(), roles, host: 'web-1', pid: 7, version: '1.0.0' })
      .execute()
  await killed('worker')
  for (const status of ['requested', 'composed', 'sent', 'kept'] as const) await make.mail({ status })
  await make.mail({ channel: 'Text', status: 'requested' })
  for (const queue of ['run-import.dead', 'run-import.dead', 'make-report.dead', 'make-report'])
    await addJob(queue)
  expect(await metric('eot_processes')).toEqual({ api: 1, worker: 2 })
  expect(await metric('eot_pending_messages')).toEqual({ Email: 2, Text: 1 })
  expect(await metric('eot_dead_jobs')).toEqual({ 'run-import.dead': 2, 'make-report.dead': 1 })
})
