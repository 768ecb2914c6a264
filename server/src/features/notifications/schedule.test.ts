import { schedule } from '@eot/contract/schedule'
import { findAlertType } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

interface Subscribed extends NonNullable<Parameters<typeof make.subscription>[0]> {
  users?: readonly { id: string }[]
  lists?: readonly { id: string }[]
  stage?: number
}

async function subscribe({ users = [], lists = [], stage = 1, ...terms }: Subscribed) {
  const { id } = await make.subscription(terms)
  for (const user of users)
    await db
      .insertInto('subscription_user')
      .values({ subscription_id: id, stage, user_id: user.id })
      .execute()
  for (const list of lists)
    await db
      .insertInto('subscription_user_list')
      .values({ subscription_id: id, stage, user_list_id: list.id })
      .execute()
  return id
}

const mine = async (as: Awaited<ReturnType<typeof signIn>>) => (await call(schedule.mine, {}, { as })).data
const coverage = async (as: Awaited<ReturnType<typeof signIn>>, query: object = {}) =>
  (await call(schedule.coverage, { query }, { as })).data.Items ?? []

test('the schedule has the active subscriptions that name the user, by name or by list, with their windows', async () => {
  const site = await make.site({ time_zone: 'America/Chicago' })
  const pia = await signIn({ site, role: 'Viewer' })
  const list = await make.userList({ site })
  await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: pia.user.id }).execute()
  const weekdays = [false, false, false, false, false, true, false]
  const nights = { start_hour: 20, end_hour: 6, weekdays }
  const id = await subscribe({ site, name: 'Nights', lists: [list], alert_types: ['CO'], ...nights })
  await subscribe({ site, name: 'Escalation', users: [pia.user], stage: 2, remind_after_minutes: 5 })
  await subscribe({ site, name: 'Off', users: [pia.user], is_active: false })
  await subscribe({ site, name: 'Others', users: [await make.user({ site })] })
  const answer = await mine(pia)
  expect(answer).toMatchObject({
    TimeZone: 'America/Chicago',
    Channels: [
      { Channel: 'Email', Against: null },
      { Channel: 'Text', Against: 'ChannelOff' },
      { Channel: 'Push', Against: 'ChannelOff' },
    ],
  })
  expect(answer.Entries.map(({ Subscription, When, ByName }) => [Subscription.Name, When, ByName])).toEqual([
    ['Escalation', 'Reminder', true],
    ['Nights', 'AtOnce', false],
  ])
  expect(answer.Entries[1]).toMatchObject({
    Opens: false,
    Subscription: { Id: id, Name: 'Nights' },
    Lists: [{ Id: list.id }],
    AlertTypes: [findAlertType('CO')?.Id],
    StartTime: 20,
    EndTime: 6,
    Friday: true,
    Saturday: false,
    Windows: [
      { DayOfWeek: 5, StartTime: 20, EndTime: 24, FromDayBefore: false },
      { DayOfWeek: 6, StartTime: 0, EndTime: 6, FromDayBefore: true },
    ],
  })
})

test('subscriptions that no longer notify a user who has moved are not in the schedule', async () => {
  const district = await make.site()
  const north = await make.site({ parent: district })
  const south = await make.site({ parent: district })
  const pia = await make.user({ site: north, role: 'Viewer' })
  await subscribe({ site: district, name: 'District', users: [pia] })
  await subscribe({ site: north, name: 'North', users: [pia] })
  const id = await subscribe({ site: district, name: 'Hall', users: [pia], all_devices: false })
  const { id: hall } = await make.device({ site: north })
  await db.insertInto('subscription_device').values({ subscription_id: id, device_id: hall }).execute()
  // A move ends the sessions.
  const names = async () =>
    (await mine(await signIn(pia))).Entries.map(({ Subscription }) => Subscription.Name)
  const moveTo = (to: { id: string }) =>
    db.updateTable('app_user').set({ site_id: to.id }).where('id', '=', pia.id).execute()
  expect(await names()).toEqual(['District', 'Hall', 'North'])
  await moveTo(district)
  expect(await names()).toEqual(['District', 'Hall'])
  await moveTo(south)
  expect(await names()).toEqual(['District'])
  await moveTo(await make.site({ name: 'Another customer' }))
  expect(await names()).toEqual([])
})

test('a user whom no message reaches sees the reason', async () => {
  const off = await signIn({ email_enabled: false })
  expect((await mine(off)).Channels[0]).toEqual({ Channel: 'Email', Against: 'ChannelOff' })
  const blocked = await signIn()
  await make.blacklistEntry({ receiver: blocked.user.email })
  expect((await mine(blocked)).Channels[0]).toEqual({ Channel: 'Email', Against: 'Blocked' })
})

/** Creates a school with two devices, and a wing with one. */
async function school() {
  const site = await make.site({ parent: await make.site(), name: 'Alder School' })
  const wing = await make.site({ parent: site, name: 'Birch Wing' })
  const manager = await signIn({ site, role: 'Site Manager' })
  const devices = [await make.device({ site, name: 'Gym' }), await make.device({ site, name: 'Hall' })]
  await make.device({ site: wing, name: 'Lab' })
  return { site, wing, manager, devices }
}

test('each site shows how many people are told about it at each hour of the week', async () => {
  const { site, wing, manager } = await school()
  await subscribe({ site, users: [manager.user], start_hour: 7, end_hour: 19 })
  const [first, second, ...more] = await coverage(manager)
  expect(more).toEqual([])
  expect(first).toMatchObject({ Site: { Name: 'Alder School' }, Devices: 2, UnheardHours: 84 })
  expect(first?.UnheardDevices.map(({ Name }) => Name)).toEqual(['Gym', 'Hall'])
  expect(first?.Spans.filter(({ DayOfWeek }) => DayOfWeek === 3)).toEqual([
    { DayOfWeek: 3, StartTime: 0, EndTime: 7, People: 0, Unheard: 2 },
    { DayOfWeek: 3, StartTime: 7, EndTime: 19, People: 1, Unheard: 0 },
    { DayOfWeek: 3, StartTime: 19, EndTime: 24, People: 0, Unheard: 2 },
  ])
  expect(second).toMatchObject({ Site: { Id: wing.id }, Devices: 1, UnheardHours: 84 })
})

test('a device without a subscription counts as unheard, even if the others of its site have one', async () => {
  const { site, manager, devices } = await school()
  const id = await subscribe({ site, users: [manager.user], all_devices: false })
  await db
    .insertInto('subscription_device')
    .values({ subscription_id: id, device_id: devices[0]?.id ?? '' })
    .execute()
  const [first] = await coverage(manager, { IncludeSubSites: 'false' })
  expect(first).toMatchObject({ UnheardHours: 168, UnheardDevices: [{ Name: 'Hall' }] })
  expect(first?.Spans[0]).toMatchObject({ People: 0, Unheard: 1 })
})

test('devices and sites that raise no alerts require nobody', async () => {
  const { site, wing, manager, devices } = await school()
  const change = (columns: object, device = devices[0]) =>
    db
      .updateTable('device')
      .set(columns)
      .where('id', '=', device?.id ?? '')
      .execute()
  await change({ is_returned: true })
  await change({ expires_at: new Date('2020-01-01') }, devices[1])
  expect((await coverage(manager)).map(({ Site }) => Site.Name)).toEqual(['Birch Wing'])
  await change({ is_returned: false })
  expect((await coverage(manager))[0]).toMatchObject({ Site: { Name: 'Alder School' }, Devices: 1 })
  await db.updateTable('site').set({ is_active: false }).where('id', '=', wing.id).execute()
  expect((await coverage(manager)).map(({ Site }) => Site.Name)).toEqual(['Alder School'])
  await db.updateTable('site').set({ is_active: false }).where('id', '=', site.id).execute()
  expect(await coverage(manager)).toEqual([])
})

test('people below the site, those without notifications and blocked addresses are not counted', async () => {
  const { site, wing, manager } = await school()
  const blocked = await make.user({ site })
  await make.blacklistEntry({ receiver: blocked.email })
  const users = [
    await make.user({ site: wing }),
    await make.user({ site, notifications_enabled: false }),
    blocked,
  ]
  await subscribe({ site, users })
  const [first, second] = await coverage(manager)
  expect(first?.UnheardHours).toBe(168)
  // The person of the wing covers the wing.
  expect(second).toMatchObject({ UnheardHours: 0, UnheardDevices: [] })
})

test('the hours can be limited to one type of alert, and sites to a search', async () => {
  const { site, manager } = await school()
  await subscribe({ site, users: [manager.user], alert_types: ['CO'] })
  const hours = async (type: string) =>
    (await coverage(manager, { alertType: findAlertType(type)?.Id, search: 'alder' })).map(
      ({ UnheardHours }) => UnheardHours,
    )
  expect(await hours('CO')).toEqual([0])
  expect(await hours('Vape')).toEqual([168])
  expect((await coverage(manager, { search: 'alder' }))[0]?.UnheardHours).toBe(0)
})
