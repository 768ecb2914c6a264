import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { age, endQueues, gate, note, payload, queueOf, type Run, write } from '../../../test/test-queue.ts'
import { defineJob } from './job.ts'
import { enqueue } from './job-queue.ts'
import { handleJob } from './job-run.ts'
import { mostDeaths, retryLostJobs } from './lost-jobs.queries.ts'

afterEach(endQueues)

/** An attempt that fails would be the last, or be retried much later. */
const retry = { limit: 0, delaySeconds: 3600, maxDelaySeconds: 3600 }

test('a job whose worker died is run by another at once, and the death does not count as a failed attempt', async () => {
  const job = defineJob({ name: 'resume', payload, retry })
  const { db, notes, worker } = await queueOf(job)
  const begun = gate()
  const forever = gate()
  const dying = worker(
    handleJob(job, {
      async run() {
        begun.open()
        await forever.opened
      },
    }),
  )
  await enqueue(db, job, { id: 'done' })
  const running = dying.runDue()
  await begun.opened
  await age(db, 16)
  await worker(note(job)).start()
  await expect.poll(notes).toEqual(['done'])
  forever.open()
  await running
})

test('a job whose workers keep dying is set aside', async () => {
  const job = defineJob({ name: 'deadly', payload, retry })
  const { db, pool, notes, worker } = await queueOf(job)
  await enqueue(db, job, { id: 'deadly' })
  /** A worker takes the job, as pg-boss does, and dies. */
  const die = () =>
    sql`update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute',
      retry_count = case when started_on is null then 0 else retry_count + 1 end
      where state < 'active' and name = 'deadly'`.execute(db)
  for (let deaths = 1; deaths <= mostDeaths; deaths++) {
    await die()
    expect(await retryLostJobs(pool, ['deadly'])).toBe(1)
  }
  await die()
  expect(await retryLostJobs(pool, ['deadly'])).toBe(0)
  const giveUp = (run: Run) => run.write(write('set aside'))
  await worker(handleJob(job, { run: (run: Run) => run.write(write('run')), giveUp })).start()
  await expect.poll(notes).toEqual(['set aside'])
})
