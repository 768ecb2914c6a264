import { backTests } from '@eot/contract/back-tests'
import { subscriptionEvents } from '@eot/contract/subscription-events'
import { SubscriptionInput } from '@eot/contract/subscriptions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyFleet } from '../../../../test/notify-fleet.ts'
import { notifyMails } from '../../../../test/notify-mails.ts'
import { testApp } from '../../../../test/test-app.ts'
import { insertSubscription } from '../../subscriptions/index.ts'
import { replay } from './replay.command.ts'

const second = 1000
const minute = 60 * second
/** A Monday at 6:15 PM in Chicago, 45 minutes before the default window ends. */
const start = Date.parse('2027-11-08T18:15:00-06:00')

test('a back-test names, message for message, what a replay of the same readings really sends', async () => {
  const fleet = await notifyFleet(start)
  const { append, clock, db, follow, make, report, time } = fleet
  const { deliver } = await notifyMails(fleet)
  const site = await make.site({ name: 'Lincoln High', time_zone: 'America/Chicago' })
  const ann = await make.user({ site, full_name: 'Ann', text_enabled: true, phone_number: '+15075550101' })
  const bo = await make.user({ site, full_name: 'Bo' })
  const cy = await make.user({ site, full_name: 'Cy' })
  await make.blacklistEntry({ receiver: cy.email })
  const rooms = []
  for (const name of ['A', 'B', 'C', 'D']) rooms.push(await make.device({ site, name }))
  // Their first contact is told too, but no alert remembers it.
  for (const room of rooms) await report(room, { vape: 5 })
  await follow()
  time.now += minute
  const input = SubscriptionInput.parse({
    Name: 'Rooms',
    Devices: 'All',
    Users: [ann.id, cy.id],
    RemindUsers: [bo.id],
    RemindAfter: 10,
    Events: subscriptionEvents,
  })
  const place = { siteId: site.id, path: site.path }
  await db.transaction().execute((tx) => insertSubscription(tx, { site: place, input, hold: true }))

  // Half a minute at a time: A vapes now and then, B for long, C is shaken, D falls silent and returns.
  const minutes = (step: number) => step / 2
  for (let step = 0; step < 120; step++) {
    const at = minutes(step)
    for (const [index, room] of rooms.entries()) {
      if (index === 3 && at >= 10 && at < 30) continue
      const isVaping =
        (index === 0 && at % 25 < 2) || (index === 1 && at >= 6 && at < 24) || (index === 2 && at === 25)
      await report(room, { vape: isVaping ? 90 : 5, ...(index === 2 && { tamper: at % 30 === 13 ? 1 : 0 }) })
    }
    await fleet.findSilent()
    if (at === 20) {
      const open = await db
        .selectFrom('alert')
        .where('ended_at', 'is', null)
        .where('type_key', '=', 'Vape')
        .selectAll()
        .executeTakeFirstOrThrow()
      await db
        .updateTable('alert')
        .set({ confirmed: true, confirmed_by: bo.id, confirmed_at: clock() })
        .where('id', '=', open.id)
        .execute()
      const { site_path: sitePath, device_id: deviceId } = open
      await append([{ kind: 'AlertConfirmed', at: clock(), sitePath, deviceId, alertId: open.id }])
    }
    // The database dates what it stores by its own clock.
    await sql`update alert set raised_at = ${clock()} where raised_at < ${new Date(start - minute)}`.execute(
      db,
    )
    await follow()
    await deliver()
    await deliver() // what the reminders have requested
    time.now += 30 * second
  }

  const really = await db
    .selectFrom('message')
    .where('status', '=', 'sent')
    .select(['finished_at as at', 'user_id as userId', 'channel', 'subject'])
    .execute()
  const before = await countRows(db)
  const replayed = await replay(db, {
    site: place,
    input,
    from: new Date(start),
    to: new Date(time.now - 30 * second), // the last time that messages were sent
    isOver: () => false,
  })
  const inOrder = (
    messages: readonly { at: Date | null; userId: string | null; channel: string; subject: string }[],
  ) =>
    messages
      .map(({ at, userId, channel, subject }) => [at?.toISOString(), userId, channel, subject].join(' '))
      .toSorted()
  expect(inOrder(replayed.messages)).toEqual(inOrder(really))
  const subjects = really.map(({ subject }) => subject).join('\n')
  for (const part of [
    /^Vape in A/m,
    /^Ended: Vape/m,
    /^Nobody has confirmed/m,
    /^Confirmed/m,
    /offline/,
    /notices/,
  ])
    expect(subjects).toMatch(part)
  expect(new Set(really.map(({ userId }) => userId))).toEqual(new Set([ann.id, bo.id]))
  expect(await countRows(db)).toEqual(before)
}, 300_000)

type Fleet = Awaited<ReturnType<typeof notifyFleet>>

async function countRows(db: Fleet['db']) {
  const { rows } = await sql`select (select count(*) from notification) as notifications,
    (select count(*) from message) as messages, (select count(*) from jobs.job) as jobs,
    (select count(*) from subscription) as subscriptions,
    (select count(*) from alert where ended_at is null) as open`.execute(db)
  return rows
}

const app = await testApp()
const { call, clock, db, make, signIn } = app

/** A school with three alerts of yesterday, one of them at night. */
async function school() {
  const site = await make.site({ time_zone: 'America/Bogota' })
  const user = await make.user({ site, role: 'Site Administrator' })
  const device = await make.device({ site })
  const day = clock().getTime() - 86_400_000
  for (const hour of [10, 12, 23]) {
    const at = new Date(day - (day % 86_400_000) + (hour + 5) * 3_600_000 - 86_400_000)
    await make.alert({
      device,
      type: hour === 12 ? 'Tamper' : 'Vape',
      started_at: at,
      ended_at: new Date(at.getTime() + minute),
      raised_at: at,
    })
  }
  const body = {
    Site: site.id,
    Devices: 'All' as const,
    Users: [user.id],
    StartTime: 0,
    EndTime: 24,
    Saturday: true,
    Sunday: true,
  }
  return { site, user, device, as: await signIn(user), body }
}

test('a back-test counts alerts, messages to each person and channel, and those at night', async () => {
  const { as, body, user } = await school()
  const { data } = await call(backTests.run, { body }, { as })
  expect(data).toMatchObject({
    IsComplete: true,
    AlertCount: 3,
    MessageCount: 3,
    NightCount: 1,
    PeopleCount: 1,
    Receivers: [{ Id: user.id, Channel: 'Email', MessageCount: 3, NightCount: 1 }],
  })
  expect(data.Alerts.map(({ AlertType }) => AlertType)).toEqual(['Vape', 'Tamper', 'Vape'])
})

test.each([
  ['its alert types', { AlertTypes: ['01900000-0000-7000-8000-000000000007'] }, 1],
  ['its window', { StartTime: 9, EndTime: 13 }, 2],
  ['its events', { Events: ['AlertEnded' as const] }, 0],
])('a back-test obeys %s', async (_name, change, expected) => {
  const { as, body } = await school()
  const { data } = await call(backTests.run, { body: { ...body, ...change } }, { as })
  expect(data.MessageCount).toBe(expected)
})

test('a back-test refuses what a new subscription is refused for', async () => {
  const { as, body } = await school()
  const { as: stranger } = await school()
  expect((await call(backTests.run, { body: { ...body, Users: [] } }, { as })).status).toBe(400)
  expect((await call(backTests.run, { body }, { as: stranger })).status).toBe(404)
})

test('a back-test stores nothing', async () => {
  const { as, body } = await school()
  const before = await countRows(db)
  await call(backTests.run, { body }, { as })
  expect(await countRows(db)).toEqual(before)
})
