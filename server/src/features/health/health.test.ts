import { randomUUID } from 'node:crypto'
import { health, type Work } from '@eot/contract/health'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { createLog } from '../../platform/log.ts'
import { measureBehind } from './behind.queries.ts'
import { startHeartbeat } from './heartbeat.command.ts'
import { countRoles, isListening, keepProcess } from './processes.queries.ts'
import { watchWork } from './watch-work.job.ts'

const app = await testApp()
const { call, db, make, root, signIn, signInAsRoot } = app
const execute = executeIn(db)
const log = createLog('silent')
const start = (...roles: string[]) =>
  startHeartbeat(execute, { roles, version: '1.0.0', log, hears: () => true })
const behind = async (work: Work) => Math.round((await measureBehind(execute))[work] ?? 0)
/** Simulates a process that was killed, last seen the given number of seconds ago. */
const kill = (role: string, seconds: number) =>
  db
    .insertInto('process')
    .values({
      id: randomUUID(),
      roles: [role],
      host: 'web-1',
      pid: 7,
      version: '1.0.0',
      seen_at: new Date(Date.now() - seconds * 1000),
      heard_at: new Date(Date.now() - seconds * 1000),
    })
    .execute()
/** Makes everything older. */
const age = (table: string, column: string, seconds: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${seconds} * interval '1 second'`.execute(
    db,
  )

beforeEach(async () => {
  await sql`delete from process`.execute(db)
  await sql`delete from stall`.execute(db)
  await sql`delete from message`.execute(db)
  await sql`delete from event_cursor`.execute(db)
})

test('a running process is listed with its roles', async () => {
  const api = await start('api')
  const worker = await start('ingest', 'worker')
  expect(await countRoles(execute)).toEqual([
    { role: 'api', count: 1 },
    { role: 'ingest', count: 1 },
    { role: 'worker', count: 1 },
  ])
  await worker.stop()
  expect(await countRoles(execute)).toEqual([{ role: 'api', count: 1 }])
  await api.stop()
})

test('devices are heard while a process receives readings, or serves the API if none ever received them', async () => {
  expect(await isListening(execute)).toBe(false)
  const api = await start('api')
  expect(await isListening(execute)).toBe(true)
  const ingest = await start('ingest')
  expect(await isListening(execute)).toBe(true)
  await ingest.stop()
  expect(await isListening(execute)).toBe(false)
  await kill('ingest', 40)
  expect(await isListening(execute)).toBe(false)
  const another = await start('ingest')
  expect(await isListening(execute)).toBe(true)
  for (const one of [api, another]) await one.stop()
})

test('a killed process no longer counts as running', async () => {
  await kill('ingest', 40)
  expect(await countRoles(execute)).toEqual([])
  expect(await behind('Ingestion')).toBeGreaterThanOrEqual(40)
})

test('a process that cannot reach the broker does not hear devices, but does its other work', async () => {
  const self = {
    id: randomUUID(),
    roles: ['api', 'ingest', 'worker'],
    host: 'web-1',
    pid: 7,
    version: '1.0.0',
  }
  await keepProcess(execute, self, true)
  expect(await isListening(execute)).toBe(true)
  await age('process', 'heard_at', 40)
  await keepProcess(execute, self, false)
  expect(await isListening(execute)).toBe(false)
  expect((await countRoles(execute)).map(({ role }) => role)).toEqual(['api', 'worker'])
  expect(await behind('Ingestion')).toBeGreaterThanOrEqual(40)
  await keepProcess(execute, self, true)
  expect(await isListening(execute)).toBe(true)
})

test('after the clock of the database was set back, a process that was killed before counts as stopped', async () => {
  await kill('ingest', -3600)
  await kill('worker', -3600)
  expect(await isListening(execute)).toBe(false)
  expect(await countRoles(execute)).toEqual([])
  await start('ingest')
  expect(await isListening(execute)).toBe(true)
})

test('ingestion stays late, and devices stay unheard, for days in which other processes start and stop', async () => {
  await kill('ingest', 30 * 3600)
  const api = await start('api')
  expect(await isListening(execute)).toBe(false)
  await api.stop()
  expect(await isListening(execute)).toBe(false)
  expect(await behind('Ingestion')).toBeGreaterThanOrEqual(30 * 3600)
})

test('unhandled events are behind', async () => {
  const device = await make.device()
  await make.alert({ device })
  await sql`insert into event (seq, kind, at, site_path, device_id, stored_at)
    select seq + 1, 'DeviceOnline', now(), 'x/', ${device.id}, now() - interval '90 seconds' from event_sequence`.execute(
    db,
  )
  await sql`insert into event_cursor (name, seq) select 'notifications', seq from event_sequence`.execute(db)
  expect(await behind('Events')).toBeGreaterThanOrEqual(90)
  await sql`update event_cursor set seq = seq + 1`.execute(db)
  expect(await behind('Events')).toBe(0)
})

test('emails are behind while the mail server accepts none', async () => {
  const refused = await make.mail({ status: 'composed', attempts: 2, error: 'later' })
  await age('message', 'created_at', 1000)
  const seconds = await behind('Emails')
  expect(seconds).toBeGreaterThanOrEqual(1000)
  expect(await behind('Texts')).toBe(0)
  await make.mail({ status: 'sent', finished_at: new Date() })
  expect(await behind('Emails')).toBe(0)
  expect(refused.id).toBeDefined()
})

test('emails are behind while the mail server refuses all of them for good, and not because of two addresses', async () => {
  const refuse = async (receiver: string) => {
    await make.mail({ receiver, status: 'failed', attempts: 1, error: '550 no', finished_at: new Date() })
    await age('message', 'created_at', 1000)
    return behind('Emails')
  }
  await make.mail({ status: 'sent', finished_at: new Date(Date.now() - 7_200_000) })
  expect(await refuse('a@example.com')).toBe(0)
  expect(await refuse('b@example.com')).toBe(0)
  expect(await refuse('b@example.com')).toBe(0)
  expect(await refuse('c@example.com')).toBeGreaterThanOrEqual(1000)
  await make.mail({ status: 'sent', finished_at: new Date() })
  expect(await behind('Emails')).toBe(0)
})

test('the operators of the installation are notified of lasting stalls once, and of their end', async () => {
  const operator = await make.user({ site: root, role: 'System Administrator' })
  const other = await signIn({ site: await make.site(), role: 'System Administrator' })
  const mails = async () => {
    const rows = await db
      .selectFrom('message')
      .where('kind', '=', 'ProgramStalled')
      .select(['user_id', 'details'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    expect(rows.map(({ user_id }) => user_id)).not.toContain(other.user.id)
    return rows.filter(({ user_id }) => user_id === operator.id).map(({ details }) => details)
  }
  const worker = await start('worker')
  await kill('ingest', 70)
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)

  await watchWork(db, minutes(0))
  expect(await mails()).toEqual([])
  await watchWork(db, minutes(5))
  await watchWork(db, minutes(6))
  expect(await mails()).toEqual([{ state: 'behind', work: 'Ingestion' }])
  const back = await start('ingest')
  await watchWork(db, minutes(7))
  await watchWork(db, minutes(8))
  expect(await mails()).toEqual([
    { state: 'behind', work: 'Ingestion' },
    { state: 'over', work: 'Ingestion' },
  ])
  await back.stop()
  await worker.stop()
})

test('a stall that ends within five minutes sends no email', async () => {
  await signInAsRoot()
  await kill('ingest', 70)
  await watchWork(db, new Date())
  const back = await start('ingest')
  await watchWork(db, new Date(Date.now() + 120_000))
  expect(await db.selectFrom('message').where('kind', '=', 'ProgramStalled').select('id').execute()).toEqual(
    [],
  )
  expect(await db.selectFrom('stall').where('ended_at', 'is', null).selectAll().execute()).toEqual([])
  await back.stop()
})

test('an administrator of the installation sees its work and processes, one of a customer does not', async () => {
  await kill('ingest', 70)
  const installer = await signInAsRoot()
  const worker = await start('worker')
  const { data } = await call(health.get, {}, { as: installer })
  expect(data.Processes).toMatchObject([{ Roles: ['worker'], Pid: process.pid, Version: '1.0.0' }])
  expect(data.Work.find(({ Work }) => Work === 'Ingestion')).toMatchObject({
    LimitSeconds: 60,
    StalledSince: expect.any(String),
  })
  const customer = await signIn({ site: await make.site(), role: 'System Administrator' })
  expect((await call(health.get, {}, { as: customer })).status).toBe(403)
  await worker.stop()
})
