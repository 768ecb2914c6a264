import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import {
  deviceEvent,
  localSignal,
  numbersTo,
  quickRetry,
  readableLog,
  testEvents,
} from '../../../test/test-events.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { enqueue, installJobs } from '../../platform/jobs/job-queue.ts'
import { listLags } from './cursors.queries.ts'
import { appendEvents } from './events.queries.ts'
import { type EventFollower, type FollowParts, followEvents } from './follow-events.ts'

const patience = { timeout: 60_000 }

/** Follows events as one process would, until the test ends. */
async function follow(follower: EventFollower, parts: Partial<FollowParts> & Pick<FollowParts, 'db'>) {
  const { log } = readableLog()
  const following = await followEvents(follower, {
    signal: localSignal(),
    log,
    countFailure: () => undefined,
    retry: quickRetry,
    ...parts,
  })
  onTestFinished(following.stop)
  return following
}

test('a follower gets each event once and in order, even when the transactions that store them overlap', async () => {
  const { connect, note, seen } = await testEvents()
  const db = connect()
  await follow({ name: 'f', handle: (tx, events) => note(tx, 'f', events) }, { db: connect() })
  const write = async (index: number) => {
    const transaction = db.transaction().execute(async (tx) => {
      await appendEvents(executeIn(tx), Array.from({ length: (index % 3) + 1 }, deviceEvent))
      if (index % 4 === 3) throw new Error('rolled back')
    })
    await transaction.catch(() => undefined)
  }
  await Promise.all(Array.from({ length: 80 }, (_, index) => write(index)))
  const { seq } = await db.selectFrom('event_sequence').select('seq').executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect(await seen('f')).toEqual(numbersTo(Number(seq))), patience)
})

test('an event being handled when the connection is lost is handled again and takes effect once', async () => {
  const { connect, append, note, seen } = await testEvents()
  let handled = 0
  const handle: EventFollower['handle'] = async (tx, events) => {
    handled += 1
    await note(tx, 'f', events)
    if (handled === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  }
  await follow({ name: 'f', startAt: 'beginning', handle }, { db: connect() })
  await append(2)
  await vi.waitFor(async () => expect(await seen('f')).toEqual([1, 2]), patience)
  expect(handled).toBeGreaterThan(1)
})

test('a job is enqueued exactly when the cursor moves past the event that requested it', async () => {
  const { url, connect, append, db } = await testEvents()
  const job = defineJob({ name: 'notify', payload: z.object({ seq: z.number() }) })
  await installJobs(url, [job])
  let attempts = 0
  const handle: EventFollower['handle'] = async (tx, events) => {
    for (const { seq } of events) await enqueue(tx, job, { seq })
    if (++attempts === 1) throw new Error('on purpose')
  }
  await follow({ name: 'f', handle }, { db: connect() })
  await append()
  const jobs = () => sql<{ data: unknown }>`select data from jobs.job where name = 'notify'`.execute(db)
  await vi.waitFor(async () => expect((await jobs()).rows).toEqual([{ data: { seq: 1 } }]), patience)
  expect(attempts).toBe(2)
})

test('only one of two processes handles the events; the other takes over when it stops', async () => {
  const { connect, append, note, seen } = await testEvents()
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const passedBy = Promise.withResolvers<void>()
  const first = await follow(
    {
      name: 'f',
      async handle(tx, events) {
        begun.resolve()
        await gate.promise
        await note(tx, 'f', events)
      },
    },
    { db: connect() },
  )
  await append()
  await begun.promise
  const others: number[] = []
  const onQuery = (text: string) => text.includes('skip locked') && passedBy.resolve()
  await follow(
    {
      name: 'f',
      async handle(tx, events) {
        others.push(...events.map(({ seq }) => seq))
        await note(tx, 'f', events)
      },
    },
    { db: connect(onQuery) },
  )
  await passedBy.promise
  expect(others).toEqual([])
  gate.resolve()
  await first.stop()
  await append(2)
  await vi.waitFor(async () => expect(await seen('f')).toEqual([1, 2, 3]), patience)
  expect(others).toEqual([2, 3])
})

test('a failing follower is reported with the failing event, does not block others, and resumes once fixed', async () => {
  const { connect, append, note, seen } = await testEvents()
  const { log, lines } = readableLog()
  const failures: string[] = []
  const signal = localSignal()
  const parts = { db: connect(), log, signal, countFailure: (name: string) => void failures.push(name) }
  let isBroken = true
  const poisoned: EventFollower = {
    name: 'poisoned',
    async handle(tx, events) {
      await note(tx, 'poisoned', events)
      if (isBroken && events.some(({ seq }) => seq === 3)) throw new Error('on purpose')
    },
  }
  await follow(poisoned, parts)
  await follow({ name: 'healthy', handle: (tx, events) => note(tx, 'healthy', events) }, parts)
  await append(5)
  signal.notify()
  await vi.waitFor(async () => expect(await seen('healthy')).toEqual([1, 2, 3, 4, 5]), patience)
  const report = expect.objectContaining({ level: 'error', follower: 'poisoned', events: [3, 3] })
  await vi.waitFor(() => expect(lines).toContainEqual(report), patience)
  expect(await seen('poisoned')).toEqual([1, 2])
  expect(new Set(failures)).toEqual(new Set(['poisoned']))
  expect(await listLags(executeIn(parts.db))).toEqual([
    { name: 'healthy', count: 0 },
    { name: 'poisoned', count: 3 },
  ])
  isBroken = false
  await vi.waitFor(async () => expect(await seen('poisoned')).toEqual([1, 2, 3, 4, 5]), patience)
})

test('a new follower starts at the present, or at the oldest event on request, and later resumes where it stopped', async () => {
  const { connect, append, db, note, seen } = await testEvents()
  await append(3)
  await db.deleteFrom('event').where('seq', '=', 1).execute()
  const { log, lines } = readableLog()
  const present = {
    name: 'present',
    handle: (tx, events) => note(tx, 'present', events),
  } satisfies EventFollower
  const first = await follow(present, { db: connect(), log })
  await follow(
    { name: 'all', startAt: 'beginning', handle: (tx, events) => note(tx, 'all', events) },
    { db: connect(), log },
  )
  await append()
  await vi.waitFor(async () => expect(await seen('present')).toEqual([4]), patience)
  await first.stop()
  await append()
  await follow(present, { db: connect(), log })
  await vi.waitFor(async () => expect(await seen('present')).toEqual([4, 5]), patience)
  await vi.waitFor(async () => expect(await seen('all')).toEqual([2, 3, 4, 5]), patience)
  expect(lines).toEqual([])
})

test('events known only to a newer version of the program are skipped', async () => {
  const { connect, append, db, note, seen } = await testEvents()
  await follow({ name: 'f', handle: (tx, events) => note(tx, 'f', events) }, { db: connect() })
  await db.transaction().execute(async (tx) => {
    await appendEvents(executeIn(tx), [deviceEvent(), deviceEvent()])
    await tx.updateTable('event').set({ kind: 'DevicePolished' }).execute()
  })
  await append()
  await vi.waitFor(async () => expect(await seen('f')).toEqual([3]), patience)
})

test('a follower whose unhandled events were deleted logs how many it lost, and continues', async () => {
  const { connect, append, db, note, seen } = await testEvents()
  const { log, lines } = readableLog()
  const follower: EventFollower = { name: 'f', handle: (tx, events) => note(tx, 'f', events) }
  await (await follow(follower, { db })).stop()
  await append(3)
  await db.deleteFrom('event').where('seq', '<=', 2).execute()
  await follow(follower, { db: connect(), log })
  await vi.waitFor(async () => expect(await seen('f')).toEqual([3]), patience)
  expect(lines).toMatchObject([{ level: 'error', follower: 'f', lost: 2 }])
})
