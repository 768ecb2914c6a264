import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyFleet } from '../../../test/notify-fleet.ts'
import { notifyMails } from '../../../test/notify-mails.ts'
import { listChange } from '../events/index.ts'

const minute = 60_000
const start = Date.parse('2027-11-08T10:00:00+01:00')

/** Ann is told of the alerts of a gym and a hall, and Bo too if nobody confirms within ten minutes. */
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
  // It ends with the first fresh reading.
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
    /** A window from now on for so many minutes. */
    maintain: async (minutes: number, columns: Parameters<typeof make.maintenance>[0] = {}) => {
      const [starts_at, ends_at] = [new Date(time.now), new Date(time.now + minutes * minute)]
      return (await make.maintenance({ site, starts_at, ends_at, ...columns })).id
    },
    /** What the program says when a window begins, ends or changes. */
    announce: () => append([listChange('MaintenanceChanged', site.path)]),
    endNow: () => sql`update maintenance_window set ends_at = ${new Date(time.now)}`.execute(db),
    subjects: () =>
      [ann, bo].map((user) => mails.to(user).map(({ subject = '' }) => subject.replace(/[,:].*/, ''))),
  }
}

test('nobody is notified during maintenance; what is still open at its end is told then, and reminded of ten minutes later', async () => {
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

test('what began and ended during maintenance is never told', async () => {
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

test('the end of an alert that was told before maintenance is told after it', async () => {
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

test('a reminder that is due during maintenance comes at its end, unless the alert has ended', async () => {
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

test('a message that waits for its turn when maintenance begins leaves out what is in maintenance', async () => {
  const { announce, gym, hall, maintain, run, subjects, told, vape, wait } = await school()
  await vape(hall)
  await run()
  await vape(gym) // Ann was told of the hall just now, so this waits for a minute.
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

test('a window that ends early or is extended counts as it is now', async () => {
  const { announce, endNow, gym, maintain, run, subjects, vape, wait } = await school()
  await maintain(30)
  await vape(gym)
  await run()
  await wait(5 * 60)
  await announce() // such as for a change of its reason
  await run()
  expect(subjects()[0]).toEqual([])
  await endNow()
  await announce()
  await run()
  expect(subjects()[0]).toEqual(['Vape in Gym'])
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

test('tampering and dangerous gases are told during maintenance, unless its author decides otherwise', async () => {
  const { gym, hall, maintain, report, run, subjects } = await school()
  await maintain(30, { device_id: gym.id })
  await maintain(30, { device_id: hall.id, tells_urgent: false })
  await report(gym, { tamper: 1 })
  await report(hall, { tamper: 1 })
  await run()
  expect(subjects()[0]).toEqual(['Tampering in Gym'])
})

test('a snoozed alert is not reminded of until the snooze ends', async () => {
  const { db, gym, run, subjects, time, vape, wait } = await school()
  await vape(gym)
  await run()
  await sql`update alert set snoozed_until = ${new Date(time.now + 60 * minute)}`.execute(db)
  await wait(59 * 60, 300)
  expect(subjects()).toEqual([['Vape in Gym'], []])
  await wait(2 * 60, 60)
  expect(subjects()).toEqual([['Vape in Gym', 'Nobody has confirmed'], ['Nobody has confirmed']])
})

test('a snooze that ends early lets reminders through at once, if they were due, and only once', async () => {
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

test('those whom a subscription tells only if nobody confirms hear of an alert after maintenance too', async () => {
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

test('a reminder that was due soon after maintenance waits until people have had time to confirm', async () => {
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
