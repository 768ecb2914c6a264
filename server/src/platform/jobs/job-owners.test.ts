import { afterEach, expect, test, vi } from 'vitest'
import { endQueues, gate, noteAndHang, payload, queueOf } from '../../../test/test-queue.ts'
import { defineJob } from './job.ts'
import { enqueue } from './job-queue.ts'

afterEach(endQueues)

test('an owner whose targets all hang does not exceed its limit of jobs, and does not delay other owners', async () => {
  const job = defineJob({
    name: 'send',
    payload,
    concurrency: 4,
    perGroup: 1,
    perOwner: 3,
    slowSlots: 4,
  })
  const { db, notes, worker } = await queueOf(job)
  const { opened, open } = gate()
  const made = worker(noteAndHang(job, opened))
  // Enough to fill all slots, including those for slow jobs.
  for (let i = 0; i < 20; i++) await enqueue(db, job, { id: 'hangs' }, { group: `one/${i}` })
  for (let i = 0; i < 3; i++) await enqueue(db, job, { id: `other ${i}` }, { group: `two/${i}` })
  await enqueue(db, job, { id: 'without owner' })
  await made.start()
  const others = ['other 0', 'other 1', 'other 2', 'without owner']
  await vi.waitFor(async () => expect(await notes()).toEqual(expect.arrayContaining(others)), {
    timeout: 60_000,
  })
  expect((await notes()).filter((text) => text === 'hangs')).toHaveLength(3)
  open()
  await vi.waitFor(async () => expect(await notes()).toHaveLength(24), { timeout: 60_000 })
})
