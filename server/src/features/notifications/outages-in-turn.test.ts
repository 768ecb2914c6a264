import { expect, test } from 'vitest'
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
  const { append, ann, clock, db, room, run, site, subscribe, subjects, time, wait } = await notifiedSchool()
  await db.deleteFrom('subscription').execute()
  await subscribe({ site, users: [ann], events: ['DeviceOffline', 'DeviceOnline'] })
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
