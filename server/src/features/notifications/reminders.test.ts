import { expect, test } from 'vitest'
import { notifyFleet } from '../../../test/notify-fleet.ts'
import { notifyMails } from '../../../test/notify-mails.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { appendEvents } from '../events/index.ts'

const minute = 60_000
const start = Date.parse('2027-11-08T18:55:00+01:00')

/** Creates a subscription until 7 PM that notifies Ann of alerts at once, and Bo too if nobody confirms within ten minutes. */
async function watch() {
  const fleet = await notifyFleet(start)
  const { db, make, subscribe } = fleet
  const site = await make.site({ name: 'School' })
  const room = await make.device({ site, name: 'Gym' })
  const ann = await make.user({ site, full_name: 'Ann' })
  const bo = await make.user({ site, full_name: 'Bo' })
  await subscribe({
    site,
    users: [ann],
    remindUsers: [bo],
    remind_after_minutes: 10,
    alert_types: ['CO'],
    events: ['AlertStarted', 'AlertEnded'],
    start_hour: 7,
    end_hour: 19,
  })
  const mails = await notifyMails(fleet)
  await db
    .updateTable('device')
    .set({
      settings: JSON.stringify({
        Rules: { CO: { RaiseLevel: 30, ClearLevel: 20, RaiseHold: 0, ClearHold: 0 } },
      }),
    })
    .execute()
  return {
    ...fleet,
    ...mails,
    site,
    ann,
    bo,
    room,
    alarm: () => fleet.report(room, { CO: 50 }),
    clear: () => fleet.report(room, { CO: 0 }),
    subjects: () =>
      [ann, bo].map((user) => mails.to(user).map(({ subject = '' }) => subject.replace(/[,:].*/, ''))),
  }
}

test('an alert that nobody confirms is repeated after ten minutes, and sent to the second stage, even after hours', async () => {
  const { alarm, run, subjects, wait } = await watch()
  await alarm()
  await run()
  expect(subjects()).toEqual([['CO in Gym'], []])
  await wait(9 * 60)
  expect(subjects()).toEqual([['CO in Gym'], []])
  await wait(60)
  await wait(60)
  expect(subjects()).toEqual([['CO in Gym', 'Nobody has confirmed'], ['Nobody has confirmed']])
  await wait(3600, 600)
  expect(subjects()).toEqual([['CO in Gym', 'Nobody has confirmed'], ['Nobody has confirmed']])
})

test('people who were only reminded are also notified of the end', async () => {
  const { alarm, clear, run, subjects, wait } = await watch()
  await alarm()
  await run()
  await wait(10 * 60)
  await wait(1)
  await clear()
  await run()
  await wait(10 * 60, 60)
  expect(subjects()).toEqual([
    ['CO in Gym', 'Nobody has confirmed', 'Ended'],
    ['Nobody has confirmed', 'Ended'],
  ])
})

test('people are reminded of an alert whose confirmation is taken back', async () => {
  const { alarm, db, run, site, subjects, wait } = await watch()
  await alarm()
  await run()
  await db.updateTable('alert').set({ confirmed: true }).execute()
  await wait(11 * 60)
  expect(subjects()).toEqual([['CO in Gym'], []])
  const { id } = await db.selectFrom('alert').select('id').executeTakeFirstOrThrow()
  const { device_id: deviceId } = await db.selectFrom('alert').select('device_id').executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('alert').set({ confirmed: false }).execute()
    const event = {
      kind: 'AlertUnconfirmed',
      at: new Date(),
      sitePath: site.path,
      deviceId,
      alertId: id,
    } as const
    await appendEvents(executeIn(tx), [event])
  })
  await wait(120, 60)
  expect(subjects()).toEqual([['CO in Gym', 'Nobody has confirmed'], ['Nobody has confirmed']])
})

test('nobody is reminded of an alert that was confirmed or has ended', async () => {
  const { alarm, clear, db, run, subjects, wait } = await watch()
  await alarm()
  await run()
  await db.updateTable('alert').set({ confirmed: true }).execute()
  await wait(11 * 60)
  expect(subjects()).toEqual([['CO in Gym'], []])
  await db.updateTable('alert').set({ confirmed: false }).execute()
  await clear()
  await run()
  await wait(11 * 60)
  expect(subjects()).toEqual([['CO in Gym', 'Ended'], []])
})

test('a reminder that waits for the pace is not sent once the alert is confirmed', async () => {
  const { alarm, db, deliver, follow, run, subjects, time, wait } = await watch()
  await alarm()
  await run()
  time.now += 10 * minute
  await follow()
  // Ann and Bo were just notified of something else.
  await db
    .insertInto('message_pace')
    .columns(['user_id', 'channel', 'sent_at'])
    .expression((eb) =>
      eb
        .selectFrom('app_user')
        .select((of) => [
          'app_user.id',
          of.val('Email' as const).as('channel'),
          of.val([new Date(time.now)]).as('sent_at'),
        ]),
    )
    .onConflict((on) => on.columns(['user_id', 'channel']).doUpdateSet({ sent_at: [new Date(time.now)] }))
    .execute()
  await deliver()
  await db.updateTable('alert').set({ confirmed: true }).execute()
  await wait(600, 60)
  expect(subjects()).toEqual([['CO in Gym'], []])
})

test('a subscription without reminders any more sends none', async () => {
  const { alarm, db, run, subjects, wait } = await watch()
  await alarm()
  await run()
  await db.updateTable('subscription').set({ remind_after_minutes: null }).execute()
  await wait(11 * 60)
  expect(subjects()).toEqual([['CO in Gym'], []])
})

test('a person reminded by two subscriptions is notified of the events of either', async () => {
  const { alarm, ann, bo, clear, run, site, subscribe, subjects, wait } = await watch()
  // The one that reminds first does not include ends.
  await subscribe({
    site,
    users: [ann],
    remindUsers: [bo],
    remind_after_minutes: 5,
    events: ['AlertStarted'],
  })
  await alarm()
  await run()
  await wait(5 * 60)
  await wait(5 * 60)
  await wait(1)
  await clear()
  await run()
  await wait(10 * 60, 60)
  expect(subjects()[1]).toEqual(['Nobody has confirmed', 'Ended'])
})

test('a reminder of an old alert is sent at once', async () => {
  const { alarm, db, run, subjects, wait } = await watch()
  await db.updateTable('subscription').set({ remind_after_minutes: 25 }).execute()
  await alarm()
  await run()
  await wait(25 * 60)
  await wait(60)
  expect(subjects()[1]).toEqual(['Nobody has confirmed'])
})

test('people whose notification of the start was too old to be sent are reminded as long as the alert is open', async () => {
  const { alarm, follow, run, subjects, time, wait } = await watch()
  await alarm()
  await follow()
  time.now += 31 * 60_000
  await run()
  await wait(60)
  expect(subjects()).toEqual([['Nobody has confirmed'], ['Nobody has confirmed']])
})

/** Announces that the confirmation of the only alert was taken back. */
async function takeBack({ append, db, site, time }: Awaited<ReturnType<typeof watch>>): Promise<void> {
  const alert = await db
    .updateTable('alert')
    .set({ confirmed: false })
    .returning(['id', 'device_id'])
    .executeTakeFirstOrThrow()
  const at = new Date(time.now)
  await append([
    { kind: 'AlertUnconfirmed', at, sitePath: site.path, deviceId: alert.device_id, alertId: alert.id },
  ])
}

test('a reminder that was withheld while the alert was confirmed is sent when the confirmation is taken back', async () => {
  const parts = await watch()
  const { alarm, db, run, subjects, wait } = parts
  await alarm()
  await run()
  await wait(10 * 60)
  await db.deleteFrom('message').where('status', '=', 'requested').execute()
  await db
    .updateTable('notification')
    .set({ status: 'suppressed', reason: 'NoLongerOpen' })
    .where('kind', '=', 'AlertReminder')
    .execute()
  const before = subjects()
  await db.updateTable('alert').set({ confirmed: true }).execute()
  await takeBack(parts)
  await wait(240, 60)
  expect(subjects()[1]).toEqual([...(before[1] ?? []), 'Nobody has confirmed'])
})

test('people of the second stage are notified of an alert whose confirmation is taken back', async () => {
  const parts = await watch()
  const { alarm, db, make, run, site, subscribe, to, wait } = parts
  const cy = await make.user({ site, full_name: 'Cy' })
  await subscribe({ site, remindUsers: [cy], remind_after_minutes: 10, events: ['AlertStarted'] })
  await alarm()
  await run()
  await db.updateTable('alert').set({ confirmed: true }).execute()
  await wait(12 * 60, 60)
  expect(to(cy)).toHaveLength(0)
  await takeBack(parts)
  await wait(120, 60)
  expect(to(cy)).toHaveLength(1)
})
