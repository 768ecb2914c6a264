import { type Kysely, sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { endQueues, note, payload, queueOf } from '../../../test/test-queue.ts'
import { defineJob } from './job.ts'
import { schedule } from './job-queue.ts'

afterEach(() => {
  vi.restoreAllMocks()
  return endQueues()
})

const patience = { timeout: 60_000 }
const day = 86_400_000
const job = defineJob({ name: 'clock', payload })
const dueNow = (id: string) => ({ key: id, cron: '* * * * *', timeZone: 'UTC', payload: { id } })

/** Sets by how much the clock of the database is ahead, as pg-boss reads it. */
const setAhead = <Tables>(db: Kysely<Tables>, days: number) =>
  sql`create or replace function jobs.job_now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + ${sql.raw(String(days))} * interval ''1 day'''`.execute(db)

/** Lists the queues with times in the future, which keep pg-boss from looking after them or from enqueuing scheduled jobs. */
async function listFuture<Tables>(db: Kysely<Tables>) {
  const { rows } = await sql`
    select name from jobs.queue where greatest(monitor_claim_on, maintain_on) > now() + interval '1 hour'
    union select name from jobs.job where singleton_on > now() at time zone 'utc' + interval '1 hour'`.execute(
    db,
  )
  return rows
}

test('scheduled jobs continue after the clock of the database was ahead by a day', async () => {
  const { db, notes, worker } = await queueOf(job)
  await setAhead(db, 1)
  await schedule(db, job, dueNow('ahead'))
  await worker(note(job)).start()
  await expect.poll(notes, patience).toContain('ahead')
  await setAhead(db, 0)
  await schedule(db, job, dueNow('after'))
  await expect.poll(notes, patience).toContain('after')
  await expect.poll(() => listFuture(db), patience).toEqual([])
})

test('scheduled jobs continue if the worker starts only after the clock of the database was ahead', async () => {
  const { db, notes, worker } = await queueOf(job)
  await setAhead(db, 1)
  await schedule(db, job, dueNow('ahead'))
  const first = worker(note(job))
  await first.start()
  await expect.poll(notes, patience).toContain('ahead')
  await first.stop(0)
  await setAhead(db, 0)
  await schedule(db, job, dueNow('after'))
  await worker(note(job), { timing: { superviseSeconds: 3600, cronSeconds: 1 } }).start()
  await expect.poll(notes, patience).toContain('after')
})

test('scheduled jobs continue after the clock of the process has gone back by a day', async () => {
  const { db, notes, worker } = await queueOf(job)
  const real = Date.now
  let aheadMs = day
  vi.spyOn(Date, 'now').mockImplementation(() => real() + aheadMs)
  await schedule(db, job, dueNow('ahead'))
  await worker(note(job)).start()
  await expect.poll(notes, patience).toContain('ahead')
  aheadMs = 0
  await schedule(db, job, dueNow('after'))
  await expect.poll(notes, patience).toContain('after')
})
