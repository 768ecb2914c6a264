import { subscriptions } from '@eot/contract/subscriptions'
import { told, type WhyTold } from '@eot/contract/told'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MadeDevice, MadeUser } from '../../../test/factories.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { appendEvents, listEvents, readEvents } from '../events/index.ts'
import { notifyFollower } from './notify.follower.ts'

const { call, clock, db, make, runJobs, signIn } = await testApp()

/** Monday, 10:36 AM in Chicago. */
const monday = new Date('2025-11-10T10:36:00-06:00')

/** Creates a school with a restroom, its manager, and Pia, who teaches there. */
async function school() {
  const district = await make.site()
  const site = await make.site({ parent: district, time_zone: 'America/Chicago' })
  const room = await make.device({ site, name: 'Restroom' })
  const manager = await signIn({ site, role: 'Site Manager' })
  const pia = await signIn({ site, role: 'Viewer', full_name: 'Pia' })
  return { district, site, room, manager, pia }
}

interface Subscribed extends NonNullable<Parameters<typeof make.subscription>[0]> {
  users?: readonly { id: string }[]
  lists?: readonly { id: string }[]
}

async function subscribe({ users = [], lists = [], ...terms }: Subscribed) {
  const { id } = await make.subscription({ created_at: new Date(0), ...terms })
  for (const user of users)
    await db
      .insertInto('subscription_user')
      .values({ subscription_id: id, stage: 1, user_id: user.id })
      .execute()
  for (const list of lists)
    await db
      .insertInto('subscription_user_list')
      .values({ subscription_id: id, stage: 1, user_list_id: list.id })
      .execute()
  return id
}

/** Raises a vape alert of a device, of which the portal learns at once. */
async function raise(device: MadeDevice, at: Date): Promise<string> {
  const { id } = await make.alert({ device, type: 'Vape', started_at: at, ended_at: null })
  const sitePath = device.site?.path ?? ''
  await db.transaction().execute(async (tx) => {
    const event = { kind: 'AlertStarted' as const, at, sitePath, deviceId: device.id, alertId: id }
    await appendEvents(executeIn(tx), [event])
    await sql`update event set stored_at = ${at} where alert_id = ${id}`.execute(tx)
    const events = readEvents(await listEvents(executeIn(tx), 0, 100_000))
    const raised = events.filter(({ alertId }) => alertId === id)
    await notifyFollower(() => at).handle(tx, raised)
  })
  return id
}

const list = (id: string, as: Awaited<ReturnType<typeof signIn>>) =>
  call(told.list, { params: { id } }, { as })
const why = (id: string, as: Awaited<ReturnType<typeof signIn>>, user?: MadeUser) =>
  call(told.why, { params: { id }, query: user ? { userId: user.id } : {} }, { as })
/** Returns "Window" for a subscription that did not match because of its hours, "told" for one that matched. */
const verdicts = ({ Subscriptions }: WhyTold) =>
  Subscriptions.map(({ Gates }) => Gates.find(({ Passed }) => Passed === false)?.Gate ?? 'told')

test('the people told of an alert are listed with the channel, the time, the subscription and the result', async () => {
  const { site, room, manager, pia } = await school()
  const id = await subscribe({ site, name: 'Restrooms', users: [pia.user] })
  const alert = await raise(room, clock())
  expect((await list(alert, manager)).data).toMatchObject({ Total: 1, Others: 0 })
  expect((await list(alert, manager)).data.Items[0]).toMatchObject({ Outcome: 'Waiting', FinishedAt: null })
  await runJobs()
  expect((await list(alert, manager)).data.Items).toEqual([
    {
      Id: expect.any(String),
      Kind: 'AlertStarted',
      User: { Id: pia.user.id, FullName: 'Pia' },
      Channel: 'Email',
      Outcome: 'Sent',
      Reason: null,
      Error: null,
      CreatedAt: expect.any(String),
      FinishedAt: expect.any(String),
      Subscriptions: [{ Id: id, Name: 'Restrooms' }],
    },
  ])
})

test('a person sees only the outcome of their own notifications, and how many others were told', async () => {
  const { district, room, manager, pia } = await school()
  const boss = await make.user({ site: district, full_name: 'Boss' })
  await subscribe({ site: district, users: [pia.user, manager.user, boss] })
  const alert = await raise(room, clock())
  await runJobs()
  const own = (await list(alert, pia)).data
  expect(own.Items.map(({ User }) => User.FullName)).toEqual(['Pia'])
  expect(own).toMatchObject({ Total: 1, Others: 2 })
  const managed = (await list(alert, manager)).data
  expect(managed.Items.map(({ User }) => User.Id).toSorted()).toEqual(
    [pia.user.id, manager.user.id].toSorted(),
  )
  expect(managed.Others).toBe(1)
})

test('a person who was told sees the subscription, and that all gates passed', async () => {
  const { site, room, pia } = await school()
  await subscribe({ site, name: 'Restrooms', users: [pia.user] })
  const alert = await raise(room, clock())
  await runJobs()
  const { data } = await why(alert, pia)
  expect(data.User).toEqual({ Id: pia.user.id, FullName: 'Pia' })
  expect(verdicts(data)).toEqual(['told'])
  expect(data.Channels[0]?.Gates.every(({ Passed }) => Passed)).toBe(true)
  expect(data.Notices).toMatchObject([{ Outcome: 'Sent' }])
})

test('each subscription that names the person shows the gate at which it stopped, the closest first', async () => {
  const { site, room, manager, pia } = await school()
  const wing = await make.site({ parent: site })
  await subscribe({ site, name: 'Paused', users: [pia.user], paused_until: new Date('2030-01-01') })
  await subscribe({ site, name: 'Afternoons', users: [pia.user], start_hour: 13, end_hour: 19 })
  const other = await make.device({ site: wing })
  const id = await subscribe({ site, name: 'Wing', users: [pia.user], all_devices: false })
  await db.insertInto('subscription_device').values({ subscription_id: id, device_id: other.id }).execute()
  const alert = await raise(room, monday)
  const { data } = await why(alert, manager, pia.user)
  expect(data.Subscriptions.map(({ Subscription }) => Subscription?.Name)).toEqual([
    'Afternoons',
    'Wing',
    'Paused',
  ])
  expect(verdicts(data)).toEqual(['Window', 'Target', 'Paused'])
  expect(data.Subscriptions[0]).toMatchObject({ When: 'AtOnce', StartTime: 13, EndTime: 19, ChangedAt: null })
  expect(data.Channels[0]?.Gates.every(({ Passed }) => Passed === null)).toBe(true)
  expect(data.Notices).toEqual([])
})

test('a person whose own settings prevented a notification sees the reason as of that time', async () => {
  const { site, room, manager } = await school()
  const off = await make.user({ site, full_name: 'Off', email_enabled: false })
  await subscribe({ site, users: [off] })
  const alert = await raise(room, monday)
  await db.updateTable('app_user').set({ email_enabled: true }).where('id', '=', off.id).execute()
  const { data } = await why(alert, manager, off)
  expect(verdicts(data)).toEqual(['told'])
  expect(data.Channels).toEqual([
    {
      Channel: 'Email',
      Gates: [
        { Gate: 'UserInactive', Passed: true },
        { Gate: 'NotPermitted', Passed: true },
        { Gate: 'NotificationsOff', Passed: true },
        { Gate: 'ChannelOff', Passed: false },
        { Gate: 'AddressMissing', Passed: null },
        { Gate: 'Maintenance', Passed: null },
        { Gate: 'Blocked', Passed: null },
      ],
    },
  ])
  expect(data.Notices).toMatchObject([{ Outcome: 'Suppressed', Reason: 'ChannelOff' }])
})

test('an address on the blacklist is shown as the reason', async () => {
  const { site, room, manager, pia } = await school()
  await subscribe({ site, users: [pia.user] })
  await make.blacklistEntry({ receiver: pia.user.email })
  const alert = await raise(room, clock())
  await runJobs()
  const { data } = await why(alert, manager, pia.user)
  expect(data.Channels[0]?.Gates.at(-1)).toEqual({ Gate: 'Blocked', Passed: false })
  expect(data.Notices).toMatchObject([{ Outcome: 'Blocked' }])
})

test('a subscription that was changed afterwards is judged by its hours at that time', async () => {
  const { site, room, manager, pia } = await school()
  const id = await subscribe({ site, name: 'Days', users: [pia.user], start_hour: 13, end_hour: 19 })
  const alert = await raise(room, monday)
  const boss = await signIn({ site })
  await call(subscriptions.update, { params: { id }, body: { StartTime: 7 } }, { as: boss })
  const { data } = await why(alert, manager, pia.user)
  expect(verdicts(data)).toEqual(['Window'])
  expect(data.Subscriptions[0]).toMatchObject({ StartTime: 13, ChangedAt: expect.any(String) })
})

test('a subscription whose days were changed afterwards is judged by its days at that time', async () => {
  const { site, room, manager, pia } = await school()
  const weekdays = [false, false, true, false, false, false, false]
  const id = await subscribe({ site, name: 'Tuesdays', users: [pia.user], weekdays })
  const alert = await raise(room, monday)
  const boss = await signIn({ site })
  await call(subscriptions.update, { params: { id }, body: { Monday: true } }, { as: boss })
  const { data } = await why(alert, manager, pia.user)
  expect(verdicts(data)).toEqual(['Window'])
  expect(data.Subscriptions[0]).toMatchObject({ Monday: false, Tuesday: true })
})

test('a subscription of a site above does not reveal the names of its lists to those below', async () => {
  const { district, room, manager, pia } = await school()
  const group = await make.userList({ site: district })
  await db.updateTable('user_list').set({ name: 'Watched' }).where('id', '=', group.id).execute()
  await db.insertInto('user_list_user').values({ user_list_id: group.id, user_id: pia.user.id }).execute()
  await subscribe({ site: district, lists: [group] })
  const alert = await raise(room, monday)
  expect((await why(alert, manager, pia.user)).data.Subscriptions).toMatchObject([{ Lists: [] }])
  expect((await why(alert, pia)).data.Subscriptions).toMatchObject([{ Lists: ['Watched'] }])
})

test('lists also name people, and a subscription of a site above hides its name from those below', async () => {
  const { district, site, room, manager, pia } = await school()
  const group = await make.userList({ site })
  await db.updateTable('user_list').set({ name: 'Deans' }).where('id', '=', group.id).execute()
  await db.insertInto('user_list_user').values({ user_list_id: group.id, user_id: pia.user.id }).execute()
  await subscribe({ site: district, name: 'Secret', lists: [group] })
  const alert = await raise(room, monday)
  const seen = (await why(alert, manager, pia.user)).data
  expect(seen.Subscriptions).toMatchObject([{ Subscription: null, Lists: ['Deans'] }])
  expect(seen.Notices[0]?.Subscriptions).toEqual([])
  expect((await why(alert, pia)).data.Subscriptions[0]?.Subscription?.Name).toBe('Secret')
})

test('a subscription does not name a person who has moved to a site above its own', async () => {
  const { district, site, room } = await school()
  const ann = await make.user({ site })
  await subscribe({ site: district, name: 'Everywhere', users: [ann] })
  await subscribe({ site, name: 'Restrooms', users: [ann] })
  await db.updateTable('app_user').set({ site_id: district.id }).where('id', '=', ann.id).execute()
  const alert = await raise(room, monday)
  const { data } = await why(alert, await signIn({ site: district }), ann)
  expect(data.Subscriptions.map(({ Subscription }) => Subscription?.Name)).toEqual(['Everywhere'])
  expect(data.Notices[0]?.Subscriptions.map(({ Name }) => Name)).toEqual(['Everywhere'])
})

test('nobody learns about people outside their sites, or about others without the permission', async () => {
  const { district, room, manager, pia } = await school()
  const boss = await make.user({ site: district })
  const alert = await raise(room, monday)
  expect(problemOf(await why(alert, manager, boss)).ErrorCode).toBe('user_not_found')
  expect(problemOf(await why(alert, pia, manager.user)).ErrorCode).toBe('not_permitted')
})

test('the result is the same after the event has been deleted', async () => {
  const { site, room, manager, pia } = await school()
  await subscribe({ site, users: [pia.user], start_hour: 7, end_hour: 19 })
  const alert = await raise(room, monday)
  const before = (await why(alert, manager, pia.user)).data
  await db.deleteFrom('event').where('alert_id', '=', alert).execute()
  expect((await why(alert, manager, pia.user)).data).toEqual(before)
  expect(verdicts(before)).toEqual(['told'])
})
