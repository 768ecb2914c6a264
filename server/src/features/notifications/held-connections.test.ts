import { expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import { listChange } from '../events/index.ts'

type Change = 'DeviceOffline' | 'DeviceOnline'

/** Creates the school, and notifies Ann of connections only. */
async function connectedSchool(events: Change[] = ['DeviceOffline', 'DeviceOnline']) {
  const school = await notifiedSchool()
  const { ann, append, db, district, findSilent, make, report, room, run, site, subscribe, time, wait } =
    school
  await db.deleteFrom('subscription').execute()
  await subscribe({ site: district, users: [ann], events })
  return {
    ...school,
    /** Creates a window of one hour. Returns a function that waits for its end, and for the messages. */
    async maintain() {
      const ends_at = new Date(time.now + 60 * minute)
      await make.maintenance({ site, starts_at: new Date(time.now), ends_at })
      return async () => {
        time.now = ends_at.getTime()
        await append([listChange('MaintenanceChanged', site.path)])
        await run()
        await wait(20 * 60, 60)
      }
    },
    async lose() {
      time.now += 6 * minute
      await findSilent()
      await run()
    },
    async restore() {
      time.now += 6 * minute
      await report(room, { CO: 0 })
      time.now += minute
      await report(room, { CO: 0 })
      await run()
    },
  }
}

const offline = 'Restroom 2F, Lincoln High is offline'
const online = 'Restroom 2F, Lincoln High is back online'

test.each<[string, Change[], string[]]>([
  ['lost and restored', ['DeviceOffline', 'DeviceOnline'], []],
  ['lost', ['DeviceOffline'], [offline]],
  ['restored', ['DeviceOnline'], [online]],
  ['lost, restored and lost', ['DeviceOffline', 'DeviceOnline', 'DeviceOffline'], [offline]],
  ['restored and lost', ['DeviceOnline', 'DeviceOffline'], [offline]],
  ['restored, lost and restored', ['DeviceOnline', 'DeviceOffline', 'DeviceOnline'], [online]],
  ['lost and restored twice', ['DeviceOffline', 'DeviceOnline', 'DeviceOffline', 'DeviceOnline'], []],
])(
  'of a connection that was %s during maintenance, people are notified of what is new at its end',
  async (_what, changes, sent) => {
    const { append, maintain, room, run, site, statuses, subjects, time, wait } = await connectedSchool()
    const end = await maintain()
    for (const kind of changes) {
      await wait(60)
      await append([{ kind, at: new Date(time.now), sitePath: site.path, deviceId: room.id, alertId: null }])
      await run()
    }
    await end()
    expect(subjects()).toEqual(sent)
    const told = sent.length > 0 ? 'told' : 'Maintenance'
    expect(await statuses()).toEqual(
      changes.map((kind, index) => `${kind} ${index === changes.length - 1 ? told : 'Maintenance'}`),
    )
  },
)

test.each<[string, Change[], string[]]>([
  ['restored', ['DeviceOnline'], [online]],
  ['restored and lost', ['DeviceOnline', 'DeviceOffline'], [offline]],
  ['restored, lost and restored', ['DeviceOnline', 'DeviceOffline', 'DeviceOnline'], [online]],
  [
    'restored, lost, restored and lost',
    ['DeviceOnline', 'DeviceOffline', 'DeviceOnline', 'DeviceOffline'],
    [offline],
  ],
])(
  'a device that had been reported as offline and was %s during maintenance is reported as it is at its end',
  async (_what, changes, sent) => {
    const { lose, maintain, restore, subjects, wait } = await connectedSchool()
    await restore()
    await lose()
    await wait(150)
    expect(subjects().at(-1)).toBe(offline)
    const before = subjects().length
    const end = await maintain()
    for (const change of changes) await (change === 'DeviceOffline' ? lose() : restore())
    await end()
    expect(subjects().slice(before)).toEqual(sent)
  },
)

test('people who are not notified of returns get nothing about a device that was lost and restored', async () => {
  const { lose, maintain, restore, subjects } = await connectedSchool(['DeviceOffline'])
  await restore()
  const end = await maintain()
  await lose()
  await restore()
  await end()
  expect(subjects()).toEqual([])
})
