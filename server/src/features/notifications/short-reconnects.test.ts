import { expect, test } from 'vitest'
import type { MadeDevice } from '../../../test/factories.ts'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import { submitAndWait } from '../ingest/writer/submit-and-wait.ts'

/** Creates the school, and notifies Ann of all alerts and connections there. */
async function connectedSchool() {
  const school = await notifiedSchool()
  const { ann, db, district, findSilent, ingest, report, run, subscribe, time } = school
  await db.deleteFrom('subscription').execute()
  await subscribe({
    site: district,
    users: [ann],
    events: ['AlertStarted', 'AlertEnded', 'DeviceOffline', 'DeviceOnline'],
  })

  /** Applies the last will of a connection of the device, and tells people of it. */
  async function lose({ mac }: MadeDevice): Promise<void> {
    const device = await ingest.intake.directory.findByMac(mac)
    if (!device) throw new Error(`there is no device ${mac}`)
    const says = { isOnline: false, flags: {}, firmware: null, interval: null }
    await submitAndWait(ingest.writer, (submission) => [
      { kind: 'contact', device, receivedAt: time.now, ...says, submission },
    ])
    await run()
  }

  async function reportAll(devices: readonly MadeDevice[]): Promise<void> {
    for (const device of devices) await report(device, { CO: 0 })
    await run()
  }

  return {
    ...school,
    lose,
    reportAll,
    /** Keeps these devices silent for 15 minutes, then lets them report again. */
    async beAway(devices: readonly MadeDevice[]) {
      await reportAll(devices)
      for (let passed = 0; passed < 30; passed += 1) {
        time.now += minute / 2
        await findSilent()
        await run()
      }
      await reportAll(devices)
    },
  }
}

test('a device that is lost and back again soon after its return is not reported as offline, but with its last return', async () => {
  const { beAway, lose, reportAll, room, statuses, subjects, to, ann, wait } = await connectedSchool()
  await beAway([room])
  await wait(180, 30)
  const back = 'Restroom 2F, Lincoln High is back online'
  // The first contact of a device is a return.
  expect(subjects()).toEqual([back, 'Restroom 2F, Lincoln High is offline', back])
  await lose(room)
  await wait(40)
  await reportAll([room])
  await wait(600, 30)
  expect(subjects().slice(3)).toEqual([back])
  expect(to(ann)[3]?.text).toContain('BACK ONLINE SINCE 10:54 AM CST')
  expect((await statuses()).slice(-2)).toEqual(['DeviceOffline told', 'DeviceOnline told'])
})

test('a device that is lost and back again soon after an outage is not reported as offline', async () => {
  const { beAway, lose, make, reportAll, room, site, subjects, wait } = await connectedSchool()
  const others = [await make.device({ site }), await make.device({ site }), await make.device({ site })]
  await beAway([room, ...others])
  await wait(180, 30)
  expect(subjects().at(-1)).toBe('Lincoln High is back online: 4 of 4 devices are back')
  const before = subjects().length
  await lose(room)
  await wait(40)
  await reportAll([room])
  await wait(600, 30)
  expect(subjects().slice(before)).toEqual(['Restroom 2F, Lincoln High is back online'])
})
