import { expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import { listChange } from '../events/index.ts'

type Change = 'DeviceOffline' | 'DeviceOnline'

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
    const { ann, append, db, district, make, room, run, site, statuses, subjects, subscribe, time, wait } =
      await notifiedSchool()
    await db.deleteFrom('subscription').execute()
    await subscribe({ site: district, users: [ann], events: ['DeviceOffline', 'DeviceOnline'] })
    const ends_at = new Date(time.now + 60 * minute)
    await make.maintenance({ site, starts_at: new Date(time.now), ends_at })
    for (const kind of changes) {
      await wait(60)
      await append([{ kind, at: new Date(time.now), sitePath: site.path, deviceId: room.id, alertId: null }])
      await run()
    }
    time.now = ends_at.getTime()
    await append([listChange('MaintenanceChanged', site.path)])
    await run()
    await wait(20 * 60, 60)
    expect(subjects()).toEqual(sent)
    const told = sent.length > 0 ? 'told' : 'Maintenance'
    expect(await statuses()).toEqual(
      changes.map((kind, index) => `${kind} ${index === changes.length - 1 ? told : 'Maintenance'}`),
    )
  },
)
