import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import { afterAll, expect, test } from 'vitest'
import { minute } from '../../../test/notified-school.ts'
import { toldSchool } from '../../../test/told-school.ts'
import { startReceiver } from '../../../test/web-receiver.ts'
import { listChange } from '../events/index.ts'

const receiver = await startReceiver()
afterAll(() => receiver.stop())

type Change = 'DeviceOffline' | 'DeviceOnline'

/** Creates the school, in maintenance. */
async function heldSchool(events: SubscriptionEvent[]) {
  const school = await toldSchool(receiver, events)
  const { append, db, deliveries, make, room, run, site, time } = school
  const Vape = { RaiseLevel: 50, ClearLevel: 45, RaiseHold: 0, ClearHold: 0 }
  await db
    .updateTable('device')
    .set({ settings: JSON.stringify({ Rules: { Vape } }) })
    .execute()
  await make.maintenance({ site, starts_at: new Date(time.now), ends_at: new Date(time.now + 60 * minute) })
  const place = { sitePath: site.path, deviceId: room.id }
  return {
    ...school,
    /** Handles an event of the device or its alert. */
    async happen(kind: 'AlertConfirmed' | Change) {
      time.now += minute
      const about = { at: new Date(time.now), ...place }
      if (kind === 'AlertConfirmed') {
        const { id } = await db.selectFrom('alert').select('id').executeTakeFirstOrThrow()
        await append([{ kind, ...about, alertId: id }])
      } else await append([{ kind, ...about, alertId: null }])
      await run()
    },
    async endWindow() {
      time.now += 60 * minute
    },
    /** Releases what maintenance has held. */
    async release() {
      await append([listChange('MaintenanceChanged', site.path)])
      await run()
    },
    statuses: async () => (await deliveries()).map(({ kind, status }) => `${kind} ${status}`),
  }
}

const connection: Change[] = ['DeviceOffline', 'DeviceOnline']

test('the confirmation of an alert that began and ended during maintenance is not sent', async () => {
  const school = await heldSchool(['AlertStarted', 'AlertConfirmed', 'AlertEnded'])
  await school.vape(school.room)
  await school.run()
  await school.happen('AlertConfirmed')
  expect(await school.statuses()).toEqual(['AlertStarted held', 'AlertConfirmed held'])
  school.time.now += minute
  await school.fresh(school.room)
  await school.run()
  await school.endWindow()
  await school.release()
  expect(await school.statuses()).toEqual(['AlertStarted dropped', 'AlertConfirmed dropped'])
  expect(receiver.received).toEqual([])
})

test('the confirmation of an alert is sent after maintenance if its start is', async () => {
  const school = await heldSchool(['AlertStarted', 'AlertConfirmed', 'AlertEnded'])
  await school.vape(school.room)
  await school.run()
  await school.happen('AlertConfirmed')
  await school.endWindow()
  await school.release()
  expect(await school.statuses()).toEqual(['AlertStarted sent', 'AlertConfirmed sent'])
})

test.each<[string, Change[], Change[]]>([
  ['lost and restored', ['DeviceOffline', 'DeviceOnline'], []],
  ['lost', ['DeviceOffline'], ['DeviceOffline']],
  ['restored', ['DeviceOnline'], ['DeviceOnline']],
  ['lost, restored and lost', ['DeviceOffline', 'DeviceOnline', 'DeviceOffline'], ['DeviceOffline']],
  ['restored, lost and restored', ['DeviceOnline', 'DeviceOffline', 'DeviceOnline'], ['DeviceOnline']],
])(
  'of a connection that was %s during maintenance, only what is new is sent',
  async (_what, events, sent) => {
    const school = await heldSchool(connection)
    for (const kind of events) await school.happen(kind)
    await school.endWindow()
    await school.release()
    const deliveries = await school.deliveries()
    expect(deliveries.map(({ kind }) => kind)).toEqual(events)
    expect(deliveries.filter(({ status }) => status === 'sent').map(({ kind }) => kind)).toEqual(sent)
    expect(deliveries.at(-1)?.status).toBe(sent.length > 0 ? 'sent' : 'dropped')
    expect(receiver.received).toHaveLength(sent.length)
  },
)

test('a lost connection is not sent after its return, which came before the release', async () => {
  const school = await heldSchool(connection)
  await school.happen('DeviceOffline')
  await school.endWindow()
  await school.happen('DeviceOnline')
  await school.release()
  expect(await school.statuses()).toEqual(['DeviceOffline dropped', 'DeviceOnline sent'])
})

test('a webhook event for lost connections only sends those that are still lost after maintenance', async () => {
  const school = await heldSchool(['DeviceOffline'])
  for (const kind of ['DeviceOffline', 'DeviceOnline', 'DeviceOffline'] as const) await school.happen(kind)
  await school.endWindow()
  await school.release()
  expect(await school.statuses()).toEqual(['DeviceOffline dropped', 'DeviceOffline sent'])
})
