import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import {
  age,
  endQueues,
  gate,
  note,
  noteAndHang,
  payload,
  queueOf,
  type Run,
  write,
} from '../../../test/test-queue.ts'
import { defineJob } from './job.ts'
import { enqueue, hasten, schedule, unschedule } from './job-queue.ts'
import { handleJob } from './job-run.ts'

afterEach(endQueues)

test('a job runs after its transaction commits, and never if it rolls back', async () => {
  const job = defineJob({ name: 'note', payload })
  const { db, notes, worker } = await queueOf(job)
  const run = worker(note(job))
  const failing = db.transaction().execute(async (tx) => {
    await enqueue(tx, job, { id: 'rolled back' })
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  await db.transaction().execute(async (tx) => {
    await enqueue(tx, job, { id: 'committed' })
    await run.runDue()
    expect(await notes()).toEqual([])
  })
  await run.runDue()
  expect(await notes()).toEqual(['committed'])
})

test('a worker is notified of a job as soon as it is committed, however rarely it polls', async () => {
  const job = defineJob({ name: 'note', payload })
  const { url, db, notes, worker } = await queueOf(job)
  const run = worker(note(job), { url, timing: { pollMs: 3_600_000 } })
  await run.start()
  // The initial poll may find the first job; the others can only be found by notification.
  for (const expected of [['first'], ['first', 'second'], ['first', 'second', 'third']]) {
    await enqueue(db, job, { id: expected.at(-1) ?? '' })
    await expect.poll(notes).toEqual(expected)
  }
})

test('a job that becomes due is found by polling, and an idle worker polls all its queues with one query', async () => {
  const job = defineJob({ name: 'note', payload })
  const { db, pool, notes, worker } = await queueOf(job)
  const asked = vi.spyOn(pool, 'query')
  const run = worker(note(job), { timing: { pollMs: 20, superviseSeconds: 3600, cronSeconds: 45 } })
  await run.start()
  // The start has about 20 statements.
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(40)
  const fetches = () => asked.mock.calls.filter(([text]) => String(text).includes('FOR UPDATE')).length
  const before = fetches()
  const statements = asked.mock.calls.length
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(statements + 10)
  expect(fetches()).toBe(before)
  await enqueue(db, job, { id: 'found' }, { startAt: new Date(Date.now() + 100) })
  await expect.poll(notes).toEqual(['found'])
  expect(fetches()).toBeGreaterThan(before)
})

test("enqueuing a payload that does not match the job's schema fails", async () => {
  const job = defineJob({ name: 'note', payload })
  const { db } = await queueOf(job)
  await expect(enqueue(db, job, {} as { id: string })).rejects.toThrow('expected string')
})

test('a second job with the same id is not enqueued, and a delayed job waits', async () => {
  const job = defineJob({ name: 'note', payload })
  const { db, notes, worker } = await queueOf(job)
  const id = '0190a0a0-0000-7000-8000-000000000001'
  await enqueue(db, job, { id: 'first' }, { id })
  await enqueue(db, job, { id: 'second' }, { id })
  await enqueue(db, job, { id: 'later' }, { startAt: new Date(Date.now() + 3_600_000) })
  const made = worker(note(job))
  await made.runDue()
  expect(await notes()).toEqual(['first'])
  await age(db, 3601)
  await made.runDue()
  expect(await notes()).toEqual(['first', 'later'])
})

test('a waiting job can be made due earlier, but not later, and a finished one does not run again', async () => {
  const job = defineJob({ name: 'note', payload })
  const { db, notes, worker } = await queueOf(job)
  const id = '0190a0a0-0000-7000-8000-000000000002'
  const inAnHour = new Date(Date.now() + 3_600_000)
  await enqueue(db, job, { id: 'hastened' }, { id, startAt: inAnHour })
  const made = worker(note(job))
  await hasten(db, job, id, new Date())
  await hasten(db, job, id, inAnHour)
  await made.runDue()
  expect(await notes()).toEqual(['hastened'])
  await hasten(db, job, id, new Date())
  await made.runDue()
  expect(await notes()).toEqual(['hastened'])
})

test('a failed job is retried later, and given up with its last error when its retries are exhausted', async () => {
  const retry = { limit: 2, delaySeconds: 10, maxDelaySeconds: 60 }
  const job = defineJob({ name: 'fail', payload, retry })
  const { db, notes, worker } = await queueOf(job)
  const attempts: number[] = []
  const made = worker(
    handleJob(job, {
      async run({ attempt }: Run) {
        attempts.push(attempt)
        throw new Error(`attempt ${attempt} failed`)
      },
      giveUp: (run: Run, lastError) => run.write(write(`${run.payload.id}: ${lastError}`)),
    }),
  )
  await enqueue(db, job, { id: 'x' })
  await made.runDue()
  await made.runDue()
  expect(attempts).toEqual([1])
  await age(db, 20)
  await made.runDue()
  expect(await notes()).toEqual([])
  await age(db, 40)
  await made.runDue()
  expect(attempts).toEqual([1, 2, 3])
  expect(await notes()).toEqual(['x: attempt 3 failed'])
})

test('an attempt that exceeds its timeout fails and can no longer write', async () => {
  const retry = { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 }
  const job = defineJob({ name: 'slow', payload, timeoutSeconds: 1, retry })
  const { db, notes, worker } = await queueOf(job)
  const { opened, open } = gate()
  const late = gate()
  const made = worker(
    handleJob(job, {
      async run(run: Run) {
        await opened
        await run.write(write('too late')).catch(() => late.open())
      },
      giveUp: (run: Run, lastError) => run.write(write(lastError)),
    }),
  )
  await enqueue(db, job, { id: 'x' })
  await made.runDue()
  open()
  await late.opened
  expect(await notes()).toEqual(['the job timed out'])
})

test('a hanging target does not delay the others', async () => {
  const job = defineJob({ name: 'send', payload, concurrency: 4, perGroup: 2 })
  const { db, notes, worker } = await queueOf(job)
  const { opened, open } = gate()
  const made = worker(
    handleJob(job, {
      async run(run: Run) {
        if (run.payload.id === 'hangs') await opened
        else await run.write(write(run.payload.id))
      },
    }),
  )
  for (let i = 0; i < 20; i++) await enqueue(db, job, { id: 'hangs' }, { group: 'slow.example' })
  for (let i = 0; i < 5; i++) await enqueue(db, job, { id: `other ${i}` }, { group: `${i}.example` })
  await made.start()
  await vi.waitFor(async () => expect(await notes()).toHaveLength(5), { timeout: 60_000 })
  open()
})

test('many hanging targets occupy the slots of others only for a moment', async () => {
  const job = defineJob({ name: 'send', payload, concurrency: 2, perGroup: 1, slowSlots: 6 })
  const { db, notes, worker } = await queueOf(job)
  const { opened, open } = gate()
  const made = worker(noteAndHang(job, opened))
  for (let i = 0; i < 6; i++) await enqueue(db, job, { id: `hangs ${i}` }, { group: `${i}.slow.example` })
  await enqueue(db, job, { id: 'other' }, { group: 'other.example' })
  for (let i = 0; i < 3; i++) await enqueue(db, job, { id: `hangs ${i}` }, { group: `${i}.last.example` })
  await made.start()
  await vi.waitFor(async () => expect(await notes()).toContain('other'), { timeout: 60_000 })
  // Six hanging ones, and two more in the slots that are reserved for this job.
  await vi.waitFor(async () => expect(await notes()).toHaveLength(9), { timeout: 60_000 })
  open()
})

test('a frozen worker whose job was taken over by another cannot write', async () => {
  const job = defineJob({ name: 'freeze', payload })
  const { db, notes, worker } = await queueOf(job)
  const thaw = gate()
  const frozen = gate()
  const outcome = gate()
  let error: unknown
  const first = worker(
    handleJob(job, {
      async run(run: Run) {
        frozen.open()
        await thaw.opened
        await run.write(write('the frozen worker')).catch((failure: unknown) => {
          error = failure
        })
        outcome.open()
      },
    }),
  )
  await enqueue(db, job, { id: 'x' })
  const running = first.runDue()
  await frozen.opened
  const second = worker(handleJob(job, { run: (run: Run) => run.write(write('the other worker')) }))
  await second.start()
  await vi.waitFor(
    async () => {
      await age(db, 60)
      expect(await notes()).toEqual(['the other worker'])
    },
    { timeout: 60_000, interval: 500 },
  )
  thaw.open()
  await outcome.opened
  await running
  expect(error).toMatchObject({ name: 'ClaimLost' })
  expect(await notes()).toEqual(['the other worker'])
})

test('a stopping worker starts no waiting jobs and returns unfinished ones', async () => {
  const job = defineJob({ name: 'hang', payload, concurrency: 2 })
  const { db, notes, worker } = await queueOf(job)
  const { opened, open } = gate()
  const begun: string[] = []
  const first = worker(
    handleJob(job, {
      async run(run: Run) {
        begun.push(run.payload.id)
        await opened
        await run.write(write('too late'))
      },
    }),
  )
  for (const id of ['a', 'b', 'c', 'd']) await enqueue(db, job, { id })
  await first.start()
  await vi.waitFor(() => expect(begun.toSorted()).toEqual(['a', 'b']), { timeout: 60_000 })
  await first.stop(0)
  open()
  expect(begun).toHaveLength(2)
  await age(db, 60)
  await worker(note(job)).runDue()
  expect((await notes()).toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

/** Returns a daily schedule for this minute, or for the next if this one is nearly over. */
function dailyCron(timeZone: string): string {
  const soon = new Date(Date.now() + 20_000)
  const local = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: 'numeric' }).format(
    soon,
  )
  const [hour, minute] = local.split(':').map(Number)
  return `${minute} ${hour} * * *`
}

test('a schedule enqueues its job once per scheduled time, in its own time zone, with any number of workers', async () => {
  const job = defineJob({ name: 'clock', payload })
  const { db, notes, worker } = await queueOf(job)
  for (const [key, timeZone] of [
    ['a', 'Europe/Berlin'],
    ['b', 'Asia/Kolkata'],
  ] as const) {
    await schedule(db, job, { key, cron: dailyCron(timeZone), timeZone, payload: { id: timeZone } })
    await schedule(db, job, {
      key: `${key}-other`,
      cron: '0 0 1 1 *',
      timeZone,
      payload: { id: 'not today' },
    })
  }
  await schedule(db, job, { key: 'gone', cron: '* * * * *', timeZone: 'UTC', payload: { id: 'unscheduled' } })
  await unschedule(db, job, 'gone')
  const workers = [worker(note(job)), worker(note(job))]
  for (const one of workers) await one.start()
  const both = ['Asia/Kolkata', 'Europe/Berlin']
  await vi.waitFor(async () => expect((await notes()).toSorted()).toEqual(both), { timeout: 60_000 })
  const lookedAt = async () => {
    const { rows } = await sql<{ at: Date }>`select cron_on as at from jobs.version`.execute(db)
    return rows[0]?.at
  }
  for (let looks = 0; looks < 2; looks++) {
    const before = await lookedAt()
    await vi.waitFor(async () => expect(await lookedAt()).not.toEqual(before), { timeout: 60_000 })
  }
  for (const one of workers) await one.runDue()
  expect((await notes()).toSorted()).toEqual(both)
})

test('an invalid cron expression or time zone is refused', async () => {
  const job = defineJob({ name: 'clock', payload })
  const { db } = await queueOf(job)
  const wanted = { cron: '0 7 * * 1', timeZone: 'Europe/Berlin', payload: { id: 'x' } }
  await expect(schedule(db, job, { ...wanted, cron: '0 25 * * *' })).rejects.toThrow()
  await expect(schedule(db, job, { ...wanted, timeZone: 'Europe/Atlantis' })).rejects.toThrow()
})
