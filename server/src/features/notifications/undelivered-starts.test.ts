import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import { forgetNotifications } from './forget-notifications.job.ts'
import { notificationQueries } from './notifications.queries.ts'
import { releaseNotifications } from './release-notifications.job.ts'

test('while the start of an alert is being delivered, its end waits, and follows it', async () => {
  const { clock, db, deliver, fresh, room, run, sink, subjects, time, vape, wait } = await notifiedSchool()
  sink.refusals.push({ code: 451, text: 'later' })
  await vape(room)
  await run()
  // The next attempt is not due yet.
  await sql`update jobs.job set start_after = ${new Date(time.now + 25 * minute)} where state = 'retry'`.execute(
    db,
  )
  time.now += 5 * minute
  await fresh(room)
  await wait(5 * 60, 60)
  expect(subjects()).toEqual([])
  await sql`update jobs.job set start_after = ${clock()} where state = 'retry'`.execute(db)
  await deliver()
  expect(subjects()).toEqual(['Vape in Restroom 2F, Lincoln High: 90, level 50'])
  await wait(3 * 60, 60)
  expect(subjects().slice(1)).toEqual([expect.stringMatching(/^Ended: Vape in Restroom 2F/)])
})

test('notifications that wait for an expired message are in the next one', async () => {
  const { clock, db, deliver, follow, fresh, room, run, subjects, time, vape, wait } = await notifiedSchool()
  await vape(room)
  await run()
  time.now += 5 * minute
  await fresh(room)
  await follow()
  time.now += 49 * 60 * minute
  await deliver()
  expect(subjects()).toHaveLength(1)
  expect(await db.selectFrom('message').select('status').orderBy('created_at').execute()).toEqual([
    { status: 'sent' },
    { status: 'expired' },
  ])
  await releaseNotifications(db, clock())
  await wait(60)
  expect(subjects().slice(1)).toEqual([expect.stringMatching(/^Ended: Vape in Restroom 2F/)])
})

test('old notifications are deleted in steps', async () => {
  const { db, follow, make, site, time, vape } = await notifiedSchool()
  for (let n = 0; n < 5; n++) await vape(await make.device({ site }))
  await follow()
  const count = async () => (await db.selectFrom('notification').select('id').execute()).length
  expect(await count()).toBe(5)
  await forgetNotifications(db, new Date(time.now + 89 * 24 * 60 * minute))
  expect(await count()).toBe(5)
  await notificationQueries(db).deleteOld(new Date(time.now + 1), 2)
  expect(await count()).toBe(0)
})
