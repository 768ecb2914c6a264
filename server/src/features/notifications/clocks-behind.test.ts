import { expect, test } from 'vitest'
import { remindedSchool } from '../../../test/reminded-school.ts'

/** How far the clock of the worker that sends is behind that of the one that follows the events. */
const behindMs = 45_000

test('a worker whose clock is behind sends a notification when it is due, and drops no message', async () => {
  const { db, deliver, follow, room, subjects, vape } = await remindedSchool()
  await vape(room)
  await follow()
  await deliver(behindMs)
  expect(subjects()).toHaveLength(1)
  expect(await db.selectFrom('message').select('status').execute()).toEqual([{ status: 'sent' }])
})

test('a worker whose clock is behind reminds when it is due, also after a snooze', async () => {
  const { deliver, reminders, room, run, snooze, time, vape, wait } = await remindedSchool()
  await vape(room)
  await run()
  await snooze(20)
  await wait(19 * 60, 60)
  time.now += 60_000
  await deliver(behindMs) // reminds
  await deliver(behindMs) // sends
  expect(reminders()).toEqual([1, 1])
})
