import { afterAll, expect, test } from 'vitest'
import { minute, notifiedSchool } from '../../../test/notified-school.ts'
import { toldSchool } from '../../../test/told-school.ts'
import { startReceiver } from '../../../test/web-receiver.ts'

const receiver = await startReceiver()
afterAll(() => receiver.stop())

const connection = ['DeviceOffline', 'DeviceOnline'] as const

/** Creates the school with a device that has reported. Ann is notified of connections, and of nothing else. */
async function watchedSchool() {
  const school = await notifiedSchool()
  const { ann, db, district, findSilent, report, room, run, subscribe, time } = school
  await db.deleteFrom('subscription').execute()
  await subscribe({ site: district, users: [ann], events: [...connection] })
  await report(room, { CO: 0 })
  await run()
  return {
    ...school,
    async fallSilent() {
      time.now += 6 * minute
      await findSilent()
      await run()
    },
    async comeBack() {
      time.now += minute
      await report(room, { CO: 0 })
      await run()
    },
    notices: async () =>
      (await db.selectFrom('portal_notice').select('kind').execute()).map(({ kind }) => kind),
    changes: async () =>
      (
        await db.selectFrom('event').where('kind', 'in', connection).select('kind').orderBy('seq').execute()
      ).map(({ kind }) => kind),
  }
}

type School = Awaited<ReturnType<typeof watchedSchool>>

const quiet: [string, (school: Pick<School, 'db' | 'district' | 'room'>) => Promise<unknown>][] = [
  ['is not active', ({ db, room }) => setDevice(db, room.id, { is_active: false })],
  ['was returned', ({ db, room }) => setDevice(db, room.id, { is_returned: true })],
  ['has expired', ({ db, room }) => setDevice(db, room.id, { expires_at: new Date('2020-01-01') })],
  [
    'is at an inactive site',
    ({ db, district }) =>
      db.updateTable('site').set({ is_active: false }).where('id', '=', district.id).execute(),
  ],
]

const setDevice = (
  db: School['db'],
  id: string,
  columns: { is_active: boolean } | { is_returned: boolean } | { expires_at: Date },
) => db.updateTable('device').set(columns).where('id', '=', id).execute()

test.each(quiet)('nobody is notified of the connection of a device that %s', async (_why, silence) => {
  const school = await watchedSchool()
  await silence(school)
  await school.fallSilent()
  await school.comeBack()
  await school.wait(10 * 60, 60)
  expect(await school.changes()).toEqual(['DeviceOnline', 'DeviceOffline', 'DeviceOnline'])
  expect(await school.statuses()).toEqual(['DeviceOnline told'])
  expect(await school.notices()).toEqual(['DeviceOnline'])
})

test.each(quiet)(
  'people who were notified that a device is offline are notified of its return even if it then %s, and of nothing after that',
  async (_why, silence) => {
    const school = await watchedSchool()
    await school.wait(10 * 60, 60)
    await school.fallSilent()
    await school.wait(3 * 60, 60)
    await silence(school)
    await school.comeBack()
    await school.wait(10 * 60, 60)
    await school.fallSilent()
    await school.comeBack()
    await school.wait(10 * 60, 60)
    expect(await school.statuses()).toEqual(['DeviceOnline told', 'DeviceOffline told', 'DeviceOnline told'])
  },
)

test('webhooks get the same events of connections as people', async () => {
  const { append, db, deliveries, room, run, site, time } = await toldSchool(receiver, [...connection])
  async function happen(kind: (typeof connection)[number]): Promise<void> {
    time.now += minute
    await append([{ kind, at: new Date(time.now), sitePath: site.path, deviceId: room.id, alertId: null }])
    await run()
  }
  await happen('DeviceOffline')
  await setDevice(db, room.id, { is_active: false })
  await happen('DeviceOnline')
  await happen('DeviceOffline')
  await happen('DeviceOnline')
  expect((await deliveries()).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'DeviceOffline sent',
    'DeviceOnline sent',
  ])
})
