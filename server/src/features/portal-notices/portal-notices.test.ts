import { notifications } from '@eot/contract/notifications'
import { alertTypes } from '@eot/contract/vocabulary'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type { MadeDevice } from '../../../test/factories.ts'
import { collect, connectLive } from '../../../test/live-client.ts'
import { type As, problemOf } from '../../../test/test-app.ts'
import { testLive } from '../../../test/test-live.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { appendEvents, listEvents, readEvents } from '../events/index.ts'
import { forgetNotifications, notifyFollower } from '../notifications/index.ts'
import { portalNoticeQueries } from './index.ts'

const app = await testLive()
const { call, clock, db, make, signIn } = app
afterAll(app.close)

/** Creates a school with a room, and Ann and Bob, whom a subscription notifies of alerts and of devices that go offline. */
async function school() {
  const district = await make.site()
  const site = await make.site({ parent: district })
  const room = await make.device({ site, name: 'Restroom' })
  const [ann, bob] = [await signIn({ site }), await signIn({ site })]
  const { id } = await make.subscription({
    site,
    all_devices: true,
    start_hour: 0,
    end_hour: 24,
    weekdays: [true, true, true, true, true, true, true],
    events: ['AlertStarted', 'AlertEnded', 'DeviceOffline'],
  })
  for (const { user } of [ann, bob])
    await db
      .insertInto('subscription_user')
      .values({ subscription_id: id, stage: 1, user_id: user.id })
      .execute()
  return { district, site, room, ann, bob }
}

type Kind = 'AlertStarted' | 'AlertEnded' | 'DeviceOffline'

/** Stores an event of a device, which the follower handles. Returns a function that handles it again. */
async function happen(kind: Kind, device: MadeDevice, alertId?: string) {
  const at = clock()
  const where = { sitePath: device.site?.path ?? '', deviceId: device.id }
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0)::float8 as seq from event`.execute(
    db,
  )
  await db
    .transaction()
    .execute((tx) =>
      appendEvents(executeIn(tx), [
        kind === 'DeviceOffline'
          ? { kind, at, ...where, alertId: null }
          : { kind, at, ...where, alertId: alertId ?? '' },
      ]),
    )
  const handle = () =>
    db.transaction().execute(async (tx) => {
      const events = readEvents(await listEvents(executeIn(tx), rows[0]?.seq ?? 0, 100))
      await notifyFollower(() => at).handle(tx, events)
    })
  await handle()
  return handle
}

async function raise(device: MadeDevice, type = 'Vape'): Promise<string> {
  const { id } = await make.alert({ device, type_key: type, started_at: clock(), ended_at: null })
  await happen('AlertStarted', device, id)
  return id
}

const list = async (as: As, query: object = {}) => (await call(notifications.list, { query }, { as })).data
const counts = async (as: As) => (await call(notifications.counts, {}, { as })).data
const unread = async (as: As) => (await counts(as)).Unread
const read = (as: As, body: { UpTo: number; Topic?: string }) => call(notifications.read, { body }, { as })

test('an alert is one notification of each person, with its events and its current state', async () => {
  const { ann, bob, room, site } = await school()
  const id = await raise(room)
  expect(await list(ann)).toMatchObject({
    Total: 1,
    Items: [
      {
        Topic: id,
        Events: [{ Kind: 'AlertStarted' }],
        Count: 1,
        IsRead: false,
        Device: { Id: room.id, Name: 'Restroom' },
        Site: { Id: site.id },
        Alert: { Id: id, Type: { Key: 'Vape' }, EndAt: null, Confirmed: false },
        Outage: null,
      },
    ],
  })
  expect(await counts(bob)).toEqual({ Unread: 1, ToConfirm: 1 })
  const ended_at = new Date(clock().getTime() + 60_000)
  await db.updateTable('alert').set({ ended_at }).where('id', '=', id).execute()
  await happen('AlertEnded', room, id)
  const { Items = [], Total } = await list(bob)
  expect(Total).toBe(1)
  expect(Items[0]).toMatchObject({ Count: 2, Alert: { Id: id, EndAt: expect.any(String) } })
  expect(Items[0]?.Events.map(({ Kind }) => Kind)).toEqual(['AlertEnded', 'AlertStarted'])
  expect(await counts(bob)).toEqual({ Unread: 1, ToConfirm: 0 })
})

test('events that arrive while a person reads stay unread, and reading changes nothing for others', async () => {
  const { ann, bob, room, site } = await school()
  const other = await make.device({ site })
  const id = await raise(room)
  await raise(other)
  const seen = (await list(ann)).Items?.find(({ Device }) => Device.Id === room.id)
  await happen('AlertEnded', room, id)
  expect((await read(ann, { UpTo: seen?.Seq ?? 0, Topic: id })).status).toBe(204)
  expect(await unread(ann)).toBe(2)
  const newest = (await list(ann)).Items?.[0]
  await read(ann, { UpTo: newest?.Seq ?? 0, Topic: id })
  expect((await list(ann, { Show: 'Unread' })).Items).toMatchObject([{ Device: { Id: other.id } }])
  expect(await unread(ann)).toBe(1)
  await read(ann, { UpTo: newest?.Seq ?? 0 })
  expect([await unread(ann), await unread(bob)]).toEqual([0, 2])
})

test('notifications come in pages, the most recent first, and those to confirm separately', async () => {
  const { ann, room, site } = await school()
  const gym = await make.device({ site, name: 'Gym' })
  await raise(room)
  const confirmed = await raise(gym)
  await happen('DeviceOffline', gym)
  await db.updateTable('alert').set({ confirmed: true }).where('id', '=', confirmed).execute()
  const page = async (Page: number) =>
    (await list(ann, { Page, PageSize: 2 })).Items?.map(({ Device, Alert }) => [Device.Name, Alert !== null])
  expect(await page(0)).toEqual([
    ['Gym', false],
    ['Gym', true],
  ])
  expect(await page(1)).toEqual([['Restroom', true]])
  const toConfirm = await list(ann, { Show: 'ToConfirm' })
  expect([toConfirm.Total, toConfirm.Items?.[0]?.Device.Name]).toEqual([1, 'Restroom'])
  expect(await list(ann, { CountOnly: true })).toEqual({ Total: 3 })
})

test('notifications are filtered by the type of their alerts, and devices that went offline are of type Offline', async () => {
  const { ann, room, site } = await school()
  const gym = await make.device({ site, name: 'Gym' })
  await raise(room, 'Vape')
  await raise(room, 'Sound')
  await happen('DeviceOffline', gym)
  const of = async (query: object) => {
    const { Items, Total } = await list(ann, query)
    const shown = Items?.map(({ Alert, Device }) => Alert?.Type.Key ?? Device.Name)
    expect(await list(ann, { ...query, CountOnly: true })).toEqual({ Total })
    expect(shown).toHaveLength(Total)
    return shown
  }
  const vapeId = alertTypes.find(({ Key }) => Key === 'Vape')?.Id
  expect(await of({ Type: 'Vape' })).toEqual(['Vape'])
  expect(await of({ Type: [vapeId, 'Sound'] })).toEqual(['Sound', 'Vape'])
  expect(await of({ Type: 'Offline' })).toEqual(['Gym'])
  expect(await of({ Type: 'Offline', Show: 'ToConfirm' })).toEqual([])
  const unknown = await call(notifications.list, { query: { Type: ['Unknown'] } }, { as: ann })
  expect(problemOf(unknown)).toMatchObject({ status: 400 })
})

test('the devices of an outage are one notification, which is marked as read as a whole', async () => {
  const { ann, room, site } = await school()
  const gym = await make.device({ site })
  const ids = [await raise(room, 'Offline'), await raise(gym, 'Offline')]
  await happen('DeviceOffline', room)
  const outage = { id: uuidv7(), site_id: site.id, site_path: site.path, started_at: clock() }
  await db.insertInto('outage').values(outage).execute()
  await db
    .insertInto('outage_alert')
    .values(ids.map((alert_id) => ({ alert_id, outage_id: outage.id })))
    .execute()
  const { Items = [], Total } = await list(ann)
  expect([Total, Items[0]]).toMatchObject([
    1,
    {
      Topic: outage.id,
      Count: 3,
      Alert: null,
      Outage: { Site: { Id: site.id }, Devices: 2, Silent: 2, EndAt: null },
    },
  ])
  expect(await counts(ann)).toEqual({ Unread: 1, ToConfirm: 0 })
  await read(ann, { UpTo: Items[0]?.Seq ?? 0, Topic: outage.id })
  expect(await unread(ann)).toBe(0)
})

test('people are notified in the portal even if neither email nor text reaches them, but not with notifications off', async () => {
  const { ann, bob, room } = await school()
  const change = (values: object, { user }: typeof ann) =>
    db.updateTable('app_user').set(values).where('id', '=', user.id).execute()
  await change({ email_enabled: false }, ann)
  await change({ notifications_enabled: false }, bob)
  await raise(room)
  expect([await unread(ann), await unread(bob)]).toEqual([1, 0])
})

test('people whose notification of the start of an alert was not sent are notified of its end in the portal only', async () => {
  const { ann, bob, room } = await school()
  await db.updateTable('app_user').set({ email_enabled: false }).where('id', '=', ann.user.id).execute()
  const id = await raise(room)
  await db
    .updateTable('notification')
    .set({ status: 'expired' })
    .where('alert_id', '=', id)
    .where('user_id', '=', bob.user.id)
    .execute()
  const ended_at = new Date(clock().getTime() + 60_000)
  await db.updateTable('alert').set({ ended_at }).where('id', '=', id).execute()
  await happen('AlertEnded', room, id)
  for (const person of [ann, bob]) {
    const [notice] = (await list(person)).Items ?? []
    expect(notice?.Events.map(({ Kind }) => Kind)).toEqual(['AlertEnded', 'AlertStarted'])
  }
  const planned = await db.selectFrom('notification').where('alert_id', '=', id).select('kind').execute()
  expect(planned).toEqual([{ kind: 'AlertStarted' }, { kind: 'AlertStarted' }])
})

test('people who got no notification of the start of an alert in the portal get none of its end', async () => {
  const { ann, room } = await school()
  const turn = (notifications_enabled: boolean) =>
    db.updateTable('app_user').set({ notifications_enabled }).where('id', '=', ann.user.id).execute()
  await turn(false)
  const id = await raise(room)
  await turn(true)
  await happen('AlertEnded', room, id)
  expect((await list(ann)).Total).toBe(0)
})

test('nobody sees events at a site that they may no longer see, or notices of others', async () => {
  const { ann, district, room, site } = await school()
  await raise(room)
  const stranger = await signIn({ site })
  expect(await list(stranger)).toMatchObject({ Total: 0, Items: [] })
  const elsewhere = await make.site({ parent: district })
  // Ann has moved, which ends her session.
  const moved = { userId: ann.user.id, sitePath: elsewhere.path }
  const queries = portalNoticeQueries(db)
  expect(await queries.listTopics(moved, { show: 'All' }, { limit: 10, offset: 0 })).toEqual([])
  expect(await queries.countTopics(moved, { show: 'Unread' })).toBe(0)
})

test('an event that is handled twice is one notification, and an offline device is one without an alert', async () => {
  const { ann, room } = await school()
  const handleAgain = await happen('DeviceOffline', room)
  await handleAgain()
  expect((await list(ann)).Items).toMatchObject([{ Count: 1, Alert: null, Device: { Name: 'Restroom' } }])
})

test('notifications are kept for 90 days', async () => {
  const { ann, room } = await school()
  await raise(room)
  const day = 86_400_000
  await forgetNotifications(db, new Date(clock().getTime() + 89 * day))
  expect((await list(ann)).Total).toBe(1)
  await forgetNotifications(db, new Date(clock().getTime() + 91 * day))
  expect((await list(ann)).Total).toBe(0)
})

test('the open browsers of the receivers, and of those who read, are updated; others are not', async () => {
  const { ann, bob, room, site } = await school()
  const stranger = await signIn({ site })
  const [atAnn, atBob, atStranger] = await Promise.all(
    [ann, bob, stranger].map(async ({ AccessToken }) =>
      collect<undefined>(await connectLive(app.url, AccessToken), 'notices'),
    ),
  )
  await raise(room)
  await vi.waitFor(() => expect([atAnn?.length, atBob?.length]).toEqual([1, 1]), { timeout: 60_000 })
  await read(ann, { UpTo: (await list(ann)).Items?.[0]?.Seq ?? 0 })
  await vi.waitFor(() => expect(atAnn).toHaveLength(2), { timeout: 60_000 })
  expect([atBob?.length, atStranger?.length]).toEqual([1, 0])
})
