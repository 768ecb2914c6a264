import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyFleet } from '../../../test/notify-fleet.ts'
import { notifyMails } from '../../../test/notify-mails.ts'
import { listChange } from '../events/index.ts'
import { releaseNotifications } from './release-notifications.job.ts'

const minute = 60_000
const start = Date.parse('2027-11-08T10:00:00+01:00')

/** Creates a gym and a hall. A subscription notifies Ann of their alerts, and Bo too if nobody confirms within ten minutes. */
async function school() {
  const fleet = await notifyFleet(start)
  const { append, db, make, subscribe, time } = fleet
  const site = await make.site({ name: 'School' })
  const gym = await make.device({ site, name: 'Gym' })
  const hall = await make.device({ site, name: 'Hall' })
  const ann = await make.user({ site, full_name: 'Ann' })
  const bo = await make.user({ site, full_name: 'Bo' })
  await subscribe({
    site,
    users: [ann],
    remindUsers: [bo],
    remind_after_minutes: 10,
    events: ['AlertStarted', 'AlertEnded'],
  })
  // Ends with the first fresh reading.
  const Vape = { RaiseLevel: 50, ClearLevel: 45, RaiseHold: 0, ClearHold: 0 }
  await db
    .updateTable('device')
    .set({ settings: JSON.stringify({ Rules: { Vape } }) })
    .execute()
  const mails = await notifyMails(fleet)
  return {
    ...fleet,
    ...mails,
    site,
    gym,
    hall,
    ann,
    /** Creates a window from now for the given number of minutes. */
    maintain: async (minutes: number, columns: Parameters<typeof make.maintenance>[0] = {}) => {
      const [starts_at, ends_at] = [new Date(time.now), new Date(time.now + minutes * minute)]
      return (await make.maintenance({ site, starts_at, ends_at, ...columns })).id
    },
    /** Announces that a window begins, ends or changes, as the program does. */
    announce: () => append([listChange('MaintenanceChanged', site.path)]),
    endNow: () => sql`update maintenance_window set ends_at = ${new Date(time.now)}`.execute(db),
    subjects: () =>
      [ann, bo].map((user) => mails.to(user).map(({ subject = '' }) => subject.replace(/[,:].*/, ''))),
  }
}

test('nobody is notified during maintenance; people are notified at its end of what is still open, and reminded ten minutes later', async () => {
  const { announce, gym, maintain, run, subjects, told, vape, wait } = await school()
  await maintain(30)
  await vape(gym)
  await run()
  await wait(29 * 60, 60)
  expect(subjects()).toEqual([[], []])
  expect(await told()).toEqual(['Ann, Vape Started, Gym, Maintenance'])
  await wait(60)
  await announce()
  await run()
  expect(subjects()).toEqual([['Vape in Gym'], []])
  await wait(9 * 60)
  expect(subjects()).toEqual([['Vape in Gym'], []])
  await wait(60)
  await wait(60)
  expect(subjects()).toEqual([['Vape in Gym', 'Nobody has confirmed'], ['Nobody has confirmed']])
})

test('nobody is ever notified of alerts that began and ended during maintenance', async () => {
  const { announce, fresh, gym, maintain, run, subjects, told, vape, wait } = await school()
  await maintain(30)
  await vape(gym)
  await run()
  await wait(10 * 60)
  await fresh(gym)
  await run()
  await wait(30 * 60)
  await announce()
  await run()
  await wait(30 * 60, 600)
  expect(subjects()).toEqual([[], []])
  expect(await told()).toEqual(['Ann, Vape Started, Gym, Maintenance', 'Ann, Vape Ended, Gym, Maintenance'])
})

test('if people were notified of an alert before maintenance, they are notified of its end after it', async () => {
  const { announce, fresh, gym, maintain, run, subjects, vape, wait } = await school()
  await vape(gym)
  await run()
  await wait(5 * 60)
  await maintain(30)
  await fresh(gym)
  await wait(25 * 60, 300)
  expect(subjects()).toEqual([['Vape in Gym'], []])
  await wait(5 * 60)
  await announce()
  await run()
  expect(subjects()).toEqual([['Vape in Gym', 'Ended'], []])
})

test('a reminder due during maintenance is sent at its end, unless the alert has ended', async () => {
  const { announce, gym, maintain, run, subjects, vape, wait } = await school()
  await vape(gym)
  await run()
  await wait(5 * 60)
  await maintain(30)
  await wait(25 * 60, 300)
  expect(subjects()).toEqual([['Vape in Gym'], []])
  await wait(5 * 60)
  await announce()
  await run()
  expect(subjects()).toEqual([['Vape in Gym', 'Nobody has confirmed'], ['Nobody has confirmed']])
})

test('a message that is waiting when maintenance begins leaves out alerts in maintenance', async () => {
  const { announce, gym, hall, maintain, run, subjects, told, vape, wait } = await school()
  await vape(hall)
  await run()
  await vape(gym) // Ann was just notified of the hall, so this waits for a minute
  await run()
  await maintain(20, { device_id: gym.id })
  await wait(5 * 60, 60)
  expect(subjects()[0]).toEqual(['Vape in Hall'])
  expect(await told()).toContain('Ann, Vape Started, Gym, Maintenance')
  await wait(15 * 60)
  await announce()
  await wait(60)
  expect(await told()).toContain('Ann, Vape Started, Gym, told')
})

test('a window that ends early or is extended counts with its current times', async () => {
  const { announce, endNow, gym, maintain, run, subjects, vape, wait } = await school()
  await maintain(30)
  await vape(gym)
  await run()
  await wait(5 * 60)
  await announce() // for example after a change of its reason
  await run()
  expect(subjects()[0]).toEqual([])
  await endNow()
  await announce()
  await run()
  expect(subjects()[0]).toEqual(['Vape in Gym'])
})

test('people are notified by the next run of the job after a group in maintenance has been deleted', async () => {
  const { clock, db, deliver, gym, make, maintain, run, site, subjects, told, vape } = await school()
  const group = await make.deviceGroup({ site })
  await db
    .insertInto('device_group_device')
    .values({ device_group_id: group.id, device_id: gym.id })
    .execute()
  await maintain(60, { device_group_id: group.id })
  await vape(gym)
  await run()
  expect(await told()).toEqual(['Ann, Vape Started, Gym, Maintenance'])
  await db.deleteFrom('device_group').where('id', '=', group.id).execute()
  await releaseNotifications(db, clock())
  await deliver()
  expect(subjects()).toEqual([['Vape in Gym'], []])
})

test('maintenance covers the site with the sites below it, or only a device or group, and no more', async () => {
  const { db, gym, hall, make, maintain, run, site, subjects, vape } = await school()
  const group = await make.deviceGroup({ site })
  await db
    .insertInto('device_group_device')
    .values({ device_group_id: group.id, device_id: gym.id })
    .execute()
  await maintain(30, { device_group_id: group.id })
  await vape(gym)
  await vape(hall)
  await run()
  expect(subjects()[0]).toEqual(['Vape in Hall'])
})

test('people are notified of tampering and dangerous gases during maintenance, unless its author decides otherwise', async () => {
  const { gym, hall, maintain, report, run, subjects } = await school()
  await maintain(30, { device_id: gym.id })
  await maintain(30, { device_id: hall.id, tells_urgent: false })
  await report(gym, { tamper: 1 })
  await report(hall, { tamper: 1 })
  await run()
  expect(subjects()[0]).toEqual(['Tampering in Gym'])
})

test('reminders of a snoozed alert wait until the snooze ends', async () => {
  const { db, gym, run, subjects, time, vape, wait } = await school()
  await vape(gym)
  await run()
  await sql`update alert set snoozed_until = ${new Date(time.now + 60 * minute)}`.execute(db)
  await wait(59 * 60, 300)
  expect(subjects()).toEqual([['Vape in Gym'], []])
  await wait(2 * 60, 60)
  expect(subjects()).toEqual([['Vape in Gym', 'Nobody has confirmed'], ['Nobody has confirmed']])
})

test('a snooze that ends early lets overdue reminders through at once, and only once', async () => {
  const { append, db, gym, run, site, subjects, time, vape, wait } = await school()
  await vape(gym)
  await run()
  await sql`update alert set snoozed_until = ${new Date(time.now + 60 * minute)}`.execute(db)
  await wait(20 * 60, 300)
  await sql`update alert set snoozed_until = ${new Date(time.now)}`.execute(db)
  const { id } = await db.selectFrom('alert').select('id').executeTakeFirstOrThrow()
  const at = new Date(time.now)
  await append([{ kind: 'AlertUpdated', at, sitePath: site.path, deviceId: gym.id, alertId: id }])
  await run()
  await run()
  const reminded = [['Vape in Gym', 'Nobody has confirmed'], ['Nobody has confirmed']]
  expect(subjects()).toEqual(reminded)
  await wait(60 * 60, 600)
  expect(subjects()).toEqual(reminded)
})

test('people who are notified only if nobody confirms are notified after maintenance too', async () => {
  const { announce, db, gym, maintain, make, run, site, subscribe, to, vape, wait } = await school()
  const cy = await make.user({ site, full_name: 'Cy' })
  await subscribe({ site, remindUsers: [cy], remind_after_minutes: 5, events: ['AlertStarted'] })
  await maintain(30)
  await vape(gym)
  await run()
  await wait(30 * 60, 60)
  await announce()
  await run()
  await wait(4 * 60, 60)
  expect(to(cy)).toHaveLength(0)
  await wait(2 * 60, 60)
  expect(to(cy)).toHaveLength(1)
  expect(await db.selectFrom('notification').where('status', '=', 'held').select('id').execute()).toEqual([])
})

test('a reminder due soon after maintenance waits until people have had time to confirm', async () => {
  const { announce, gym, maintain, run, subjects, vape, wait } = await school()
  await maintain(8)
  await vape(gym)
  await run()
  await wait(8 * 60, 60)
  await announce()
  await run()
  await wait(9 * 60, 60)
  expect(subjects()).toEqual([['Vape in Gym'], []])
  await wait(2 * 60, 60)
  expect(subjects()).toEqual([['Vape in Gym', 'Nobody has confirmed'], ['Nobody has confirmed']])
})

test.each([
  ['people have left their subscription', 'delete from subscription_user where stage = 1'],
  ['their subscription is paused', `update subscription set paused_until = '2028-01-01'`],
  ['their subscription is not active', 'update subscription set is_active = false'],
  ['their subscription was deleted', 'delete from subscription'],
])('if %s by the end of maintenance, they are not notified of an alert or its end', async (_when, change) => {
  const { announce, db, fresh, gym, maintain, run, subjects, told, vape, wait } = await school()
  await maintain(30)
  await vape(gym)
  await run()
  await sql.raw(change).execute(db)
  await wait(30 * 60, 600)
  await announce()
  await run()
  expect(await told()).toContain('Ann, Vape Started, Gym, Unsubscribed')
  await wait(5 * 60, 60)
  await fresh(gym)
  await run()
  await wait(5 * 60, 60)
  expect(subjects()[0]).toEqual([])
})

test('people whom their subscription names only by a list when maintenance ends are notified', async () => {
  const { announce, ann, db, gym, maintain, make, run, site, subjects, vape, wait } = await school()
  await maintain(30)
  await vape(gym)
  await run()
  const list = await make.userList({ site })
  await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: ann.id }).execute()
  await sql`insert into subscription_user_list (subscription_id, stage, user_list_id)
    select id, 1, ${list.id} from subscription`.execute(db)
  await sql`delete from subscription_user where stage = 1`.execute(db)
  await wait(30 * 60, 600)
  await announce()
  await run()
  expect(subjects()[0]).toEqual(['Vape in Gym'])
})

test('people of the second stage are reminded after maintenance even if those of the first have left', async () => {
  const { announce, db, gym, maintain, run, subjects, vape, wait } = await school()
  await maintain(30)
  await vape(gym)
  await run()
  await sql`delete from subscription_user where stage = 1`.execute(db)
  await wait(30 * 60, 600)
  await announce()
  await run()
  await wait(12 * 60, 60)
  expect(subjects()).toEqual([[], ['Nobody has confirmed']])
})
