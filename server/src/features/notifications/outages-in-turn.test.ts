import { expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'

/** Creates devices that last reported twelve seconds apart, and so fall silent one after the other. */
async function silentInTurn() {
  const school = await notifiedSchool()
  const { findSilent, make, report, run, site, time } = school
  const devices = []
  for (let i = 0; i < 5; i++) {
    const device = await make.device({ site })
    await report(device, { CO: 0 })
    devices.push(device)
    time.now += 12_000
  }
  await run()
  for (let i = 0; i < 60; i++) {
    time.now += 10_000
    await findSilent()
    await run()
  }
  return { ...school, devices }
}

test('devices that fall silent and return one after the other are reported as one outage and one return', async () => {
  const { devices, report, subjects, wait } = await silentInTurn()
  expect(subjects()).toEqual([expect.stringMatching(/^Lincoln High is offline: 5 devices since /)])
  for (const device of devices) {
    await report(device, { CO: 0 })
    await wait(12)
  }
  for (let i = 0; i < 40; i++) await wait(10)
  expect(subjects().slice(1)).toEqual([expect.stringMatching(/^Lincoln High is back online: /)])
})

test('a device that returns before the notification that it went offline is reported once', async () => {
  const { findSilent, report, room, run, subjects, time, wait } = await notifiedSchool()
  await report(room, { CO: 0 })
  time.now += 6 * minute
  await findSilent()
  await run()
  await wait(60)
  await report(room, { CO: 0 })
  await run()
  for (let i = 0; i < 40; i++) await wait(10)
  expect(subjects()).toEqual(['Restroom 2F, Lincoln High is back online'])
})

test('a device that went offline after a move to another customer is reported there without anything from its past', async () => {
  const { append, db, findSilent, make, report, room, run, subscribe, time, to, wait } =
    await notifiedSchool()
  await report(room, { CO: 0 })
  time.now += 6 * minute
  await findSilent()
  await run()
  await report(room, { CO: 0 })
  await run()
  await wait(400)
  const site = await make.site({ name: 'Elsewhere' })
  const bob = await make.user({ site })
  await subscribe({ site, users: [bob], events: ['DeviceOffline'] })
  await db.updateTable('device').set({ site_id: site.id, name: 'Hall' }).where('id', '=', room.id).execute()
  time.now += 24 * 60 * minute
  await append([
    { kind: 'DeviceOffline', at: new Date(time.now), sitePath: site.path, deviceId: room.id, alertId: null },
  ])
  await run()
  await wait(150)
  expect(to(bob).map(({ subject }) => subject)).toEqual(['Hall, Elsewhere is offline'])
  expect(to(bob)[0]?.text).not.toMatch(/Restroom|Lincoln/)
})

test('a device with an unstable connection is reported every 25 minutes, with its current state', async () => {
  const { append, ann, clock, db, district, room, run, site, subscribe, subjects, time, wait } =
    await notifiedSchool()
  await db.deleteFrom('subscription').execute()
  await subscribe({ site: district, users: [ann], events: ['DeviceOffline', 'DeviceOnline'] })
  const change = (kind: 'DeviceOffline' | 'DeviceOnline') =>
    append([{ kind, at: clock(), sitePath: site.path, deviceId: room.id, alertId: null }])
  for (let n = 0; n < 15; n++) {
    await change('DeviceOffline')
    await wait(60)
    await change('DeviceOnline')
    await wait(60)
  }
  const before = subjects().length
  // Without the limit there would be one every three minutes.
  expect(before).toBeLessThan(6)
  await change('DeviceOffline')
  await run()
  time.now += 26 * minute
  await run()
  expect(subjects().at(-1)).toBe('Restroom 2F, Lincoln High is offline')
  expect(subjects()).toHaveLength(before + 1)
})

/** Creates devices, given by their sites and report intervals in seconds, that report once and are silent from then on. */
async function silentFromNow(
  school: Awaited<ReturnType<typeof notifiedSchool>>,
  places: readonly [MadeSite, number][],
) {
  const { findSilent, make, report, run, time } = school
  const devices = []
  for (const [site, seconds] of places)
    devices.push(await make.device({ site, settings: JSON.stringify({ ReportInterval: seconds }) }))
  for (const device of devices) await report(device, { CO: 0 })
  await run()
  return {
    devices,
    async stayFor(minutes: number) {
      for (let passed = 0; passed < minutes; passed += 0.5) {
        time.now += minute / 2
        await findSilent()
        await run()
      }
    },
  }
}

const senders = ['this release', 'release 0.1'] as const

test.each(senders)(
  'an outage is reported although %s notified people of some of its devices before it was known, and only once',
  async (sender) => {
    const school = await notifiedSchool()
    const { db, site, statuses, subjects } = school
    const intervals = [60, 60, 300, 300, 300, 600]
    const { stayFor } = await silentFromNow(
      school,
      intervals.map((seconds) => [site, seconds]),
    )
    await stayFor(15)
    expect(subjects()).toEqual([expect.stringMatching(/^2 notifications from Lincoln High/)])
    // Release 0.1 does not write this column.
    if (sender === 'release 0.1') await db.updateTable('notification').set({ outage_path: null }).execute()
    await stayFor(5)
    expect(subjects().slice(1)).toEqual(['Lincoln High is offline: 5 devices since 10:36 AM CST'])
    await stayFor(20)
    expect(subjects()).toHaveLength(2)
    expect((await statuses()).at(-1)).toBe('AlertStarted PartOfOutage')
  },
)

test('an outage that extends to a site above is reported again, except to people who see only the first site', async () => {
  const school = await notifiedSchool()
  const { make, report, run, site, subjects, subscribe, to, wait } = school
  const building = (name: string) => make.site({ parent: site, name, time_zone: 'America/Chicago' })
  const [east, west] = [await building('East'), await building('West')]
  const eve = await make.user({ site: east, full_name: 'Eve' })
  await subscribe({ site: east, users: [eve], events: ['AlertStarted', 'AlertEnded'] })
  const { devices, stayFor } = await silentFromNow(school, [
    ...Array.from({ length: 4 }, (): [MadeSite, number] => [east, 60]),
    ...Array.from({ length: 3 }, (): [MadeSite, number] => [west, 300]),
    [east, 600],
  ])
  const atEast = 'East is offline: 4 devices since 10:36 AM CST'
  await stayFor(15)
  expect(subjects()).toEqual([atEast])
  await stayFor(25)
  expect(subjects()).toEqual([atEast, 'Lincoln High is offline: 7 devices since 10:36 AM CST'])
  expect(to(eve).map(({ subject }) => subject)).toEqual([atEast])
  for (const device of devices) await report(device, { CO: 0 })
  await run()
  await wait(150)
  expect(subjects().slice(2)).toEqual(['Lincoln High is back online: 8 of 8 devices are back'])
  expect(to(eve).map(({ subject }) => subject)).toEqual([
    atEast,
    'East is back online: 5 of 5 devices are back',
  ])
})

/** Ann follows only the first and the last device of an outage. The last is found silent long after the others. */
async function outageOfFive() {
  const school = await notifiedSchool()
  const { ann, db, district, report, run, site, subscribe, wait } = school
  const intervals = [60, 60, 60, 60, 600]
  const { devices, stayFor } = await silentFromNow(
    school,
    intervals.map((seconds) => [site, seconds]),
  )
  const [first, late] = [devices[0], devices[4]]
  if (!first || !late) throw new Error('there are five devices')
  await db.deleteFrom('subscription').execute()
  await subscribe({
    site: district,
    users: [ann],
    devices: [first, late],
    events: ['AlertStarted', 'AlertEnded'],
  })
  return {
    ...school,
    stayFor,
    async allButFirstReturn() {
      for (const device of devices.slice(1)) await report(device, { CO: 0 })
      await run()
      await wait(150)
    },
  }
}

const start = 'Lincoln High is offline: 4 devices since 10:36 AM CST'
const end = 'Lincoln High is back online: 4 of 5 devices are back'

test('people are notified of the end of an outage if only devices that joined it later are back', async () => {
  const { allButFirstReturn, stayFor, subjects } = await outageOfFive()
  await stayFor(40)
  expect(subjects()).toEqual([start])
  await allButFirstReturn()
  expect(subjects().slice(1)).toEqual([end])
})

test('an outage reported by release 0.1 is not reported again after the upgrade, but its end is', async () => {
  const { allButFirstReturn, db, statuses, stayFor, subjects } = await outageOfFive()
  await stayFor(15)
  expect(subjects()).toEqual([start])
  // Release 0.1 does not write this column.
  await db.updateTable('notification').set({ outage_path: null }).execute()
  await stayFor(25)
  expect(subjects()).toEqual([start])
  expect(await statuses()).toEqual(['AlertStarted told', 'AlertStarted PartOfOutage'])
  await allButFirstReturn()
  expect(subjects().slice(1)).toEqual([end])
})
