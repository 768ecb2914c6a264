import { expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import { findActingUser } from '../../access/acting-user.queries.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { appendEvents } from '../events/index.ts'
import { endDeviceAlerts } from '../ingest/index.ts'
import { moveSites } from '../sites/move-sites.command.ts'

test('people are notified that a device went offline after two and a half minutes, and of its return too', async () => {
  const { findSilent, report, room, run, subjects, time, wait } = await notifiedSchool()
  await report(room, { CO: 0 })
  time.now += 6 * minute
  await findSilent()
  await run()
  expect(subjects()).toEqual([])
  await wait(150)
  expect(subjects()).toEqual(['Restroom 2F, Lincoln High is offline'])
  await report(room, { CO: 0 })
  await run()
  await wait(150)
  expect(subjects().at(-1)).toBe('Restroom 2F, Lincoln High is back online')
})

test('people are notified of an alert at once while a notification about an offline device waits', async () => {
  const { findSilent, make, report, room, run, site, subjects, time, vape, wait } = await notifiedSchool()
  await report(room, { CO: 0 })
  time.now += 6 * minute
  await findSilent()
  await run()
  await vape(await make.device({ site, name: 'Gym' }))
  await run()
  expect(subjects()).toEqual(['Vape in Gym, Lincoln High: 90, level 50'])
  await wait(150)
  expect(subjects().slice(1)).toEqual(['Restroom 2F, Lincoln High is offline'])
})

test('an outage of a site is one line, and so is its end', async () => {
  const { ann, district, findSilent, make, report, run, site, subjects, subscribe, time, to, wait } =
    await notifiedSchool()
  await subscribe({ site: district, users: [ann], events: ['DeviceOffline', 'DeviceOnline'] })
  const devices = []
  for (let i = 0; i < 5; i++) devices.push(await make.device({ site }))
  for (const device of devices) await report(device, { CO: 0 })
  await run()
  await wait(150)
  const before = subjects().length
  time.now += 6 * minute
  await findSilent()
  await run()
  await wait(150)
  expect(subjects().slice(before)).toEqual([
    expect.stringMatching(/^Lincoln High is offline: 5 devices since 10:\d\d AM CST$/),
  ])
  for (const device of devices) await report(device, { CO: 0 })
  await run()
  await wait(150)
  expect(subjects().slice(before + 1)).toEqual(['Lincoln High is back online: 5 of 5 devices are back'])
  expect(to(ann)).toHaveLength(before + 2)
})

test('whoever follows some devices of an outage is notified of its end once, when most devices are back', async () => {
  const { ann, db, district, findSilent, make, report, run, site, subjects, subscribe, time, wait } =
    await notifiedSchool()
  await db.deleteFrom('subscription').execute()
  const devices = []
  for (let i = 0; i < 5; i++) devices.push(await make.device({ site }))
  const [first, second, ...others] = devices
  if (!first || !second) throw new Error('there are five devices')
  await subscribe({
    site: district,
    users: [ann],
    devices: [first, second],
    events: ['AlertStarted', 'AlertEnded'],
  })
  for (const device of devices) await report(device, { CO: 0 })
  await run()
  time.now += 6 * minute
  await findSilent()
  await run()
  await wait(150)
  expect(subjects()).toEqual([expect.stringMatching(/^Lincoln High is offline: 5 devices since /)])

  const reporting = [first]
  const wait5 = async () => {
    for (let passed = 0; passed < 5; passed++) {
      for (const device of reporting) await report(device, { CO: 0 })
      await wait(60)
    }
  }
  await wait5()
  expect(subjects()).toHaveLength(1)
  reporting.push(...others)
  await wait5()
  expect(subjects().slice(1)).toEqual(['Lincoln High is back online: 4 of 5 devices are back'])
  reporting.push(second)
  await wait5()
  expect(subjects()).toHaveLength(2)
})

test('if the notification of an outage could not be delivered, the next device of the outage is reported', async () => {
  const { db, findSilent, make, report, run, site, sink, subjects, time, wait } = await notifiedSchool()
  const devices = []
  for (let i = 0; i < 6; i++) devices.push(await make.device({ site }))
  const [last, ...others] = devices
  if (!last) throw new Error('there are six devices')
  for (const device of devices) await report(device, { CO: 0 })
  await run()
  for (let passed = 0; passed < 6; passed++) {
    time.now += minute
    await report(last, { CO: 0 })
  }
  await findSilent()
  sink.refusals.push(...Array.from({ length: 100 }, () => ({ code: 451, text: 'later' })))
  await run()
  for (let passed = 0; passed < 40; passed++) {
    await report(last, { CO: 0 })
    await wait(60)
  }
  expect(await db.selectFrom('message').select('status').execute()).toEqual([{ status: 'expired' }])
  expect(subjects()).toEqual([])
  sink.refusals.length = 0
  const [outage] = await db.selectFrom('outage').select('id').execute()
  time.now += 6 * minute
  await findSilent()
  await run()
  const [alert] = await db.selectFrom('alert').where('device_no', '=', last.no).select('id').execute()
  if (!outage || !alert) throw new Error('the devices are silent')
  // As if it had fallen silent with the others.
  await db.insertInto('outage_alert').values({ alert_id: alert.id, outage_id: outage.id }).execute()
  await wait(150)
  expect(subjects()).toEqual([expect.stringMatching(/^Lincoln High is offline: 6 devices since /)])
  expect(others).toHaveLength(5)
})

test('the end of an outage whose site has moved does not state that the devices are back', async () => {
  const { ann, clock, db, district, findSilent, make, report, run, site, subjects, time, to, vape, wait } =
    await notifiedSchool()
  for (let i = 0; i < 5; i++) await report(await make.device({ site }), { CO: 0 })
  time.now += 6 * minute
  await findSilent()
  await run()
  await wait(150)
  expect(subjects()).toEqual([expect.stringMatching(/^Lincoln High is offline: 5 devices since /)])
  const parent = await make.site({ parent: district, name: 'West' })
  const boss = await findActingUser(db, (await make.user({ site: district })).id)
  if (!boss) throw new Error('the user is active')
  await moveSites({ db, clock }, boss, { siteIds: [site.id], parentId: parent.id })
  await run()
  await wait(150)
  expect(subjects().at(-1)).toBe('Ended: Lincoln High was offline, 0 of 5 devices are back')
  expect(to(ann).at(-1)?.text).not.toContain('back online')
  await vape(await make.device({ site: parent, name: 'Gym' }))
  await run()
  await wait(60)
  expect(subjects().at(-1)).toBe('Vape in Gym, West: 90, level 50')
})

test.each([
  ['EndedByUser', 'since somebody ended it'],
  ['SiteDeactivated', 'since the site was deactivated'],
] as const)(
  'an offline alert that ends by %s does not state that the device is back',
  async (reason, said) => {
    const { ann, clock, db, findSilent, report, room, run, subjects, time, to, wait } = await notifiedSchool()
    await report(room, { CO: 0 })
    time.now += 6 * minute
    await findSilent()
    await run()
    await wait(150)
    const ends = { deviceNos: [room.no], typeKeys: null, at: clock(), reason, userId: ann.id }
    await db.transaction().execute(async (tx) => {
      await appendEvents(executeIn(tx), await endDeviceAlerts(executeIn(tx), ends))
    })
    await run()
    await wait(150)
    expect(subjects().at(-1)).toBe('Ended: Restroom 2F, Lincoln High was offline')
    expect(to(ann).at(-1)?.text).toContain(said)
    expect(to(ann).at(-1)?.text).not.toContain('back online')
  },
)
