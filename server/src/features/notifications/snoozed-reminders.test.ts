import { expect, test } from 'vitest'
import { minute } from '../../../test/notified-school.ts'
import { remindedSchool } from '../../../test/reminded-school.ts'

test('a reminder that waits for its message when the alert is snoozed is sent when the snooze ends', async () => {
  const { reminders, room, run, snooze, vape, wait } = await remindedSchool()
  await vape(room)
  await run()
  await wait(10 * 60)
  await snooze(60)
  await wait(59 * 60, 60)
  expect(reminders()).toEqual([0, 0])
  await wait(3 * 60, 60)
  expect(reminders()).toEqual([1, 1])
})

test('a reminder held by maintenance is sent when a snooze ends that lasts longer', async () => {
  const { announceEnd, maintain, reminders, room, run, snooze, vape, wait } = await remindedSchool()
  await vape(room)
  await run()
  await wait(5 * 60)
  await maintain(30)
  await wait(25 * 60, 300)
  await snooze(120)
  await wait(5 * 60)
  await announceEnd()
  await wait(114 * 60, 60)
  expect(reminders()).toEqual([0, 0])
  await wait(3 * 60, 60)
  expect(reminders()).toEqual([1, 1])
})

test('if the snooze is ended early, the reminder is sent once, and is news for half an hour from then on', async () => {
  const { clock, db, reminders, room, run, snooze, vape, wait } = await remindedSchool()
  await vape(room)
  await run()
  await wait(10 * 60)
  await snooze(120)
  await wait(40 * 60, 60)
  await snooze(0)
  const end = clock().getTime() + 30 * minute
  await run()
  expect(reminders()).toEqual([1, 1])
  const { expires_at } = await db
    .selectFrom('message')
    .select('expires_at')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(expires_at).toEqual(new Date(end))
  await wait(120 * 60, 600)
  expect(reminders()).toEqual([1, 1])
})

test('if an alert is snoozed after its reminder was skipped, since it was confirmed, the reminder is sent when the snooze ends', async () => {
  const { confirm, reminders, room, run, snooze, takeBack, vape, wait } = await remindedSchool()
  await vape(room)
  await run()
  await confirm()
  await wait(11 * 60, 60)
  await snooze(60)
  await takeBack()
  await wait(59 * 60, 60)
  expect(reminders()).toEqual([0, 0])
  await wait(3 * 60, 60)
  expect(reminders()).toEqual([1, 1])
})

test.each([
  ['was due after it began', 0],
  ['waited for its message when it began', 10],
])('if a snooze is shortened, a reminder that %s is sent once, at its new end', async (_what, before) => {
  const { reminders, room, run, snooze, vape, wait } = await remindedSchool()
  await vape(room)
  await run()
  if (before > 0) await wait(before * 60)
  await snooze(120)
  await wait(15 * 60, 60)
  await snooze(20)
  await wait(19 * 60, 60)
  expect(reminders()).toEqual([0, 0])
  await wait(3 * 60, 60)
  expect(reminders()).toEqual([1, 1])
  await wait(120 * 60, 600)
  expect(reminders()).toEqual([1, 1])
})
