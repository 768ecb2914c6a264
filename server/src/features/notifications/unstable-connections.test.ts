import { expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'

const offline = 'Restroom 2F, Lincoln High is offline'

/** Creates the school, and notifies Ann of starts of alerts and of connections there. */
async function unstableSchool() {
  const school = await notifiedSchool()
  const { ann, append, clock, db, district, room, site, subscribe } = school
  await db.deleteFrom('subscription').execute()
  await subscribe({ site: district, users: [ann], events: ['AlertStarted', 'DeviceOffline', 'DeviceOnline'] })
  return {
    ...school,
    change: (kind: 'DeviceOffline' | 'DeviceOnline') =>
      append([{ kind, at: clock(), sitePath: site.path, deviceId: room.id, alertId: null }]),
  }
}

test('the last state of a device with an unstable connection is sent even if its message has to wait for others', async () => {
  const { change, fresh, make, run, site, subjects, vape, wait } = await unstableSchool()
  const rooms = [await make.device({ site }), await make.device({ site }), await make.device({ site })]
  for (const room of rooms) await fresh(room)
  for (let n = 0; n < 5; n += 1) {
    await change('DeviceOffline')
    await wait(20)
    await change('DeviceOnline')
    await wait(20)
  }
  await wait(25 * 60, 60)
  const before = subjects().length
  await change('DeviceOffline')
  await run()
  await wait(22 * 60, 60)
  for (const room of rooms) {
    await vape(room)
    await run()
    await wait(60)
  }
  // Three messages in ten minutes are the most.
  expect(subjects().slice(before)).toEqual(rooms.map(() => expect.stringMatching(/^Vape in /)))
  await wait(10 * 60, 60)
  expect(subjects().slice(before + 3)).toEqual([offline])
})

test('events from a time when the clock was ahead do not make a connection count as unstable', async () => {
  const { change, follow, run, subjects, time, wait } = await unstableSchool()
  time.now += 24 * 60 * minute
  for (let n = 0; n < 6; n += 1) await change('DeviceOffline')
  await follow()
  time.now -= 24 * 60 * minute
  await change('DeviceOffline')
  await run()
  await wait(150)
  expect(subjects()).toEqual([offline])
})
