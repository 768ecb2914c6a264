import { expect, test } from 'vitest'
import { notifyFleet } from '../../../test/notify-fleet.ts'

const minute = 60_000
/** Monday noon in Berlin, the zone of sites unless a test sets another. */
const noon = Date.parse('2027-11-08T12:00:00+01:00')

/** Creates a district with two schools, a device in each, and Ann at the district. */
async function district() {
  const fleet = await notifyFleet(noon)
  const { make } = fleet
  const district = await make.site({ name: 'District' })
  const [east, west] = [
    await make.site({ parent: district, name: 'East' }),
    await make.site({ parent: district, name: 'West' }),
  ]
  const [gym, hall] = [
    await make.device({ site: east, name: 'Gym' }),
    await make.device({ site: west, name: 'Hall' }),
  ]
  const ann = await make.user({ site: district, full_name: 'Ann' })
  return { ...fleet, district, east, west, gym, hall, ann }
}

test('a subscription to all devices covers those of its site and below, including devices added later', async () => {
  const { east, follow, gym, hall, make, subscribe, told, vape } = await district()
  await subscribe({ site: east, users: [await make.user({ site: east, full_name: 'Eve' })] })
  await vape(gym)
  await vape(hall)
  await follow()
  expect(await told()).toEqual(['Eve, Vape Started, Gym'])
  await vape(await make.device({ site: await make.site({ parent: east }), name: 'New' }))
  await follow()
  expect(await told()).toEqual(['Eve, Vape Started, Gym', 'Eve, Vape Started, New'])
})

test('targets are devices, active groups, and sites with their sub-sites', async () => {
  const { ann, db, district: site, east, follow, gym, hall, make, subscribe, told, vape } = await district()
  const [one, two] = [
    await make.device({ site: await make.site({ parent: east }), name: 'Annex' }),
    await make.device({ site, name: 'Office' }),
  ]
  const [group, dormant] = [await make.deviceGroup({ site }), await make.deviceGroup({ site })]
  await db
    .insertInto('device_group_device')
    .values([
      { device_group_id: group.id, device_id: hall.id },
      { device_group_id: dormant.id, device_id: two.id },
    ])
    .execute()
  await db.updateTable('device_group').set({ is_active: false }).where('id', '=', dormant.id).execute()
  await subscribe({ site, users: [ann], sites: [east] })
  await subscribe({ site, users: [ann], groups: [group, dormant] })
  for (const device of [gym, one, hall, two]) await vape(device)
  await follow()
  expect(await told()).toEqual([
    'Ann, Vape Started, Gym',
    'Ann, Vape Started, Annex',
    'Ann, Vape Started, Hall',
  ])
  await subscribe({ site, users: [ann], devices: [two] })
  await vape(two, noon + 1)
  await follow()
  expect(await told()).toHaveLength(3)
})

test('it covers only its alert types and events, within its hours in local time of the site', async () => {
  const { ann, district: site, follow, gym, report, subscribe, time, told, vape } = await district()
  await subscribe({ site, users: [ann], alert_types: ['CO'] })
  await subscribe({ site, users: [ann], events: ['DeviceOffline'] })
  await subscribe({ site, users: [ann], start_hour: 13, end_hour: 19 })
  await subscribe({ site, users: [ann], paused_until: new Date(noon + 1) })
  await subscribe({ site, users: [ann], is_active: false })
  await vape(gym)
  await follow()
  expect(await told()).toEqual([])
  time.now += 61 * minute
  await report(gym, { vape: 0, tamper: 1 })
  await follow()
  expect(await told()).toEqual(['Ann, Tamper Started, Gym'])
})

test('a person is notified once, however many subscriptions and lists name them', async () => {
  const { ann, db, district: site, follow, gym, make, subscribe, told, vape } = await district()
  const list = await make.userList({ site })
  await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: ann.id }).execute()
  const ids = [
    await subscribe({ site, users: [ann], lists: [list] }),
    await subscribe({ site, lists: [list], devices: [gym] }),
  ]
  await vape(gym)
  await follow()
  expect(await told()).toEqual(['Ann, Vape Started, Gym'])
  const { subscription_ids } = await db
    .selectFrom('notification')
    .select('subscription_ids')
    .executeTakeFirstOrThrow()
  expect(subscription_ids.toSorted()).toEqual(ids.toSorted())
})

test('members of inactive lists are not notified', async () => {
  const { ann, db, district: site, follow, gym, make, subscribe, told, vape } = await district()
  const list = await make.userList({ site })
  await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: ann.id }).execute()
  await db.updateTable('user_list').set({ is_active: false }).execute()
  await subscribe({ site, lists: [list] })
  await vape(gym)
  await follow()
  expect(await told()).toEqual([])
})

test('people who cannot be notified are recorded with the reason', async () => {
  const { district: site, east, follow, gym, make, subscribe, told, vape, west } = await district()
  const users = [
    await make.user({ site, full_name: 'Bo', is_active: false }),
    await make.user({ site, full_name: 'Cy', notifications_enabled: false }),
    await make.user({ site, full_name: 'Di', email_enabled: false }),
    await make.user({ site, full_name: 'Ed', confirmed_at: null as never }),
    await make.user({ site: west, full_name: 'Flo' }),
    await make.user({ site: east, full_name: 'Gus', role: 'Viewer' }),
  ]
  await subscribe({ site, users })
  await vape(gym)
  await follow()
  expect(await told()).toEqual([
    'Bo, Vape Started, Gym, UserInactive',
    'Cy, Vape Started, Gym, NotificationsOff',
    'Di, Vape Started, Gym, EmailOff',
    'Ed, Vape Started, Gym, EmailNotConfirmed',
    'Flo, Vape Started, Gym, NotPermitted',
    'Gus, Vape Started, Gym',
  ])
})

test('people who were told of an alert are told of its end, even after hours and after they left the list', async () => {
  const { ann, db, district: site, follow, fresh, gym, make, subscribe, time, told, vape } = await district()
  const late = await make.user({ site, full_name: 'Late' })
  const list = await make.userList({ site })
  const join = (user: { id: string }) =>
    db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: user.id }).execute()
  await join(ann)
  await subscribe({
    site,
    lists: [list],
    events: ['AlertStarted', 'AlertEnded'],
    start_hour: 7,
    end_hour: 13,
  })
  await vape(gym)
  await follow()
  await db.deleteFrom('user_list_user').execute()
  await join(late)
  time.now += 90 * minute
  await fresh(gym)
  await follow()
  expect(await told()).toEqual(['Ann, Vape Started, Gym', 'Ann, Vape Ended, Gym'])
})

test('people are notified of the end if any of the subscriptions requests it, unless they were not told of the start', async () => {
  const { ann, district: site, follow, fresh, gym, make, subscribe, time, told, vape } = await district()
  const bo = await make.user({ site, full_name: 'Bo' })
  const cy = await make.user({ site, full_name: 'Cy' })
  await subscribe({ site, users: [ann, cy] })
  await subscribe({ site, users: [ann, bo], events: ['AlertEnded'] })
  await vape(gym)
  time.now += 5 * minute
  await fresh(gym)
  await follow()
  expect(await told()).toEqual(['Ann, Vape Started, Gym', 'Cy, Vape Started, Gym', 'Ann, Vape Ended, Gym'])
})

test('a person who may no longer see the site is not notified of the end', async () => {
  const { ann, db, district: site, follow, fresh, gym, subscribe, time, told, vape, west } = await district()
  await subscribe({ site, users: [ann], events: ['AlertStarted', 'AlertEnded'] })
  await vape(gym)
  await follow()
  await db.updateTable('app_user').set({ site_id: west.id }).where('id', '=', ann.id).execute()
  time.now += 5 * minute
  await fresh(gym)
  await follow()
  expect(await told()).toEqual(['Ann, Vape Started, Gym', 'Ann, Vape Ended, Gym, NotPermitted'])
})

test('a device that moved out of the subscription’s site no longer causes notifications', async () => {
  const { db, east, follow, gym, ingest, make, subscribe, told, vape, west } = await district()
  await subscribe({ site: east, users: [await make.user({ site: east })], devices: [gym] })
  await db.updateTable('device').set({ site_id: west.id }).where('id', '=', gym.id).execute()
  ingest.intake.directory.forget()
  await vape(gym)
  await follow()
  expect(await told()).toEqual([])
})

test('devices that go offline and return wait, to be combined in one message', async () => {
  const {
    ann,
    db,
    district: site,
    findSilent,
    follow,
    gym,
    hall,
    report,
    subscribe,
    time,
    told,
  } = await district()
  await subscribe({ site, users: [ann], events: ['DeviceOffline', 'DeviceOnline'] })
  for (const device of [gym, hall]) await report(device, { CO: 0 })
  await follow()
  await db.deleteFrom('notification').execute()
  await db.deleteFrom('message_pace').execute()
  await db.deleteFrom('message').execute()
  time.now += 6 * minute
  await findSilent()
  await follow()
  const mails = () => db.selectFrom('message').selectAll().execute()
  expect((await told()).toSorted()).toEqual(['Ann, DeviceOffline, Gym', 'Ann, DeviceOffline, Hall'])
  expect(await mails()).toHaveLength(1)
  const { due_at } = await db.selectFrom('message_pace').select('due_at').executeTakeFirstOrThrow()
  expect(due_at).toEqual(new Date(time.now + 2.5 * minute))
})

test('events handled again, as after a crash, cause no second notification', async () => {
  const {
    ann,
    db,
    district: site,
    follow,
    fresh,
    gym,
    hall,
    rewind,
    subscribe,
    time,
    told,
    vape,
  } = await district()
  await subscribe({ site, users: [ann], events: ['AlertStarted', 'AlertEnded'] })
  await vape(gym)
  await vape(hall)
  time.now += 5 * minute
  await fresh(gym)
  await follow()
  const expected = await told()
  expect(expected).toHaveLength(3)
  rewind()
  await follow()
  expect(await told()).toEqual(expected)
  expect(await db.selectFrom('message').selectAll().execute()).toHaveLength(1)
})
