import { longestMaintenanceDays } from '@eot/contract/maintenance'
import { expect, test } from 'vitest'
import { remindedSchool } from '../../../test/reminded-school.ts'
import { readableLog } from '../../../test/test-events.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { forgetEvents } from '../events/index.ts'

const day = 24 * 60 * 60

/** Lets days pass, after which the event with which an alert started is no longer stored. */
async function waitDays(
  { clock, db, wait }: Awaited<ReturnType<typeof remindedSchool>>,
  days: number,
): Promise<void> {
  await wait(days * day, day)
  await forgetEvents(executeIn(db), clock(), readableLog().log)
  const kept = await db.selectFrom('event').where('kind', '=', 'AlertStarted').selectAll().execute()
  expect(kept).toEqual([])
}

test('people are reminded of an alert after the longest maintenance', async () => {
  const school = await remindedSchool()
  const { announceEnd, maintain, reminders, room, run, subjects, vape, wait } = school
  await maintain(longestMaintenanceDays * 24 * 60)
  await vape(room)
  await run()
  await waitDays(school, longestMaintenanceDays)
  expect(subjects()).toEqual([])
  await announceEnd()
  expect(subjects()).toHaveLength(1)
  await wait(9 * 60, 60)
  expect(reminders()).toEqual([0, 0])
  await wait(3 * 60, 60)
  expect(reminders()).toEqual([1, 1])
})

test('people are reminded of an old alert whose confirmation is taken back', async () => {
  const school = await remindedSchool()
  const { confirm, reminders, room, run, takeBack, vape, wait } = school
  await vape(room)
  await run()
  await confirm()
  await waitDays(school, 8)
  await takeBack()
  await wait(120, 60)
  expect(reminders()).toEqual([1, 1])
})
