import { randomUUID } from 'node:crypto'
import { groups } from '@eot/contract/device-groups'
import { subscriptionReach } from '@eot/contract/subscription-reach'
import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { expect, test } from 'vitest'
import { type As, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

/** Creates a district with two schools, each with a device and a teacher, and an administrator of the district. */
async function district() {
  const site = await make.site()
  const north = await make.site({ parent: site })
  const south = await make.site({ parent: site })
  const inNorth = await make.device({ site: north })
  const inSouth = await make.device({ site: south })
  const nia = await make.user({ site: north, role: 'Site Staff', full_name: 'Nia North' })
  const sol = await make.user({ site: south, role: 'Site Staff', full_name: 'Sol South' })
  const admin = await signIn({ site, role: 'Site Administrator', full_name: 'Ada Admin' })
  return { site, north, south, inNorth, inSouth, nia, sol, admin }
}

const reach = async (as: As, body: object) => (await call(subscriptionReach.of, { body }, { as })).data
const reasons = async (as: As, body: object) =>
  Object.fromEntries((await reach(as, body)).People.map(({ FullName, Reason }) => [FullName, Reason]))
const setUser = (id: string, columns: object) =>
  db.updateTable('app_user').set(columns).where('id', '=', id).execute()

test('people are reached only if they may see one of the targets', async () => {
  const { admin, inNorth, nia, north, sol } = await district()
  const Users = [nia.id, sol.id, admin.user.id]
  const onlyNorth = { 'Ada Admin': null, 'Nia North': null, 'Sol South': 'NotPermitted' }
  expect(await reasons(admin, { Devices: [inNorth.id], Users })).toEqual(onlyNorth)
  expect(await reasons(admin, { Sites: [north.id], Users })).toEqual(onlyNorth)
  const { data } = await call(groups.create, { body: { Name: 'N', Devices: [inNorth.id] } }, { as: admin })
  expect(await reasons(admin, { Groups: [data.Id], Users })).toEqual(onlyNorth)
  expect(await reasons(admin, { Devices: 'All', Users })).toEqual({ ...onlyNorth, 'Sol South': null })
})

test('the list of subscriptions counts as reachable exactly the people whom the editor shows as reached', async () => {
  const { admin, inNorth, inSouth, nia, north, site, sol } = await district()
  const off = await make.user({ site: north, full_name: 'Ole Off' })
  await setUser(off.id, { notifications_enabled: false })
  const Users = [nia.id, sol.id, off.id]
  const targets: object[] = [
    { Devices: [inNorth.id] },
    { Devices: [inSouth.id] },
    { Sites: [site.id] },
    { Sites: [north.id], Devices: [inSouth.id] },
    { Devices: 'All' },
  ]
  const counts = []
  for (const [at, body] of targets.entries()) {
    await call(subscriptions.create, { body: { Name: `Rule ${at}`, Users, ...body } }, { as: admin })
    const found = await call(subscriptions.list, { query: { search: `Rule ${at}` } }, { as: admin })
    const reached = (await reach(admin, { Users, ...body })).People.filter(({ Reason }) => Reason === null)
    counts.push([found.data.Items?.[0]?.ReachableCount, reached.length])
  }
  expect(counts).toEqual([
    [1, 1],
    [1, 1],
    [2, 2],
    [2, 2],
    [2, 2],
  ])
})

test('for each person the first reason that prevents notifications is shown', async () => {
  const { admin, nia } = await district()
  const body = { Devices: 'All', Users: [nia.id] }
  const steps = [
    [null, {}],
    ['Blocked', {}],
    ['EmailNotConfirmed', { confirmed_at: null }],
    ['NoPhoneNumber', { email_enabled: false, text_enabled: true, phone_number: null }],
    ['NoChannel', { email_enabled: false, text_enabled: false }],
    ['NotificationsOff', { notifications_enabled: false }],
    ['UserInactive', { is_active: false }],
  ] as const
  for (const [reason, columns] of steps) {
    if (reason === 'Blocked') await make.blacklistEntry({ receiver: nia.email.toLowerCase() })
    if (Object.keys(columns).length > 0) await setUser(nia.id, columns)
    expect(await reasons(admin, body)).toEqual({ 'Nia North': reason })
  }
})

test('each channel that reaches a person is shown', async () => {
  const { admin, nia } = await district()
  await setUser(nia.id, { text_enabled: true, phone_number: '+1 507 555 0111' })
  const body = { Devices: 'All', Users: [nia.id] }
  expect((await reach(admin, body)).People).toMatchObject([{ Channels: ['Email', 'Text'], Reason: null }])
  await make.blacklistEntry({ receiver: nia.email.toLowerCase() })
  expect((await reach(admin, body)).People).toMatchObject([{ Channels: ['Text'], Reason: null }])
})

test('lists are counted, and only their members who are not reached are named', async () => {
  const { admin, nia, sol } = await district()
  const list = async (body: object) =>
    (await call(lists.create, { body: { Users: [nia.id, sol.id], ...body } as never }, { as: admin })).data.Id
  const deans = await list({ Name: 'Deans' })
  const former = await list({ Name: 'Former', IsActive: false })
  await setUser(sol.id, { notifications_enabled: false })
  const { People, Lists } = await reach(admin, { Devices: 'All', Lists: [deans], RemindLists: [former] })
  expect(People).toMatchObject([{ FullName: 'Sol South', Reason: 'NotificationsOff', Channels: [] }])
  expect(Lists.toSorted((a, b) => Number(b.IsActive) - Number(a.IsActive))).toEqual([
    { Id: deans, IsActive: true, MemberCount: 2, ReachableCount: 1 },
    { Id: former, IsActive: false, MemberCount: 2, ReachableCount: 0 },
  ])
})

test('users who may not see other users learn how many are reached, and only their own state', async () => {
  const { admin, site, sol } = await district()
  const staff = await signIn({ site, role: 'Site Staff', full_name: 'Sam Staff' })
  const { data } = await call(
    lists.create,
    { body: { Name: 'Deans', Users: [sol.id, staff.user.id] } },
    { as: admin },
  )
  await setUser(sol.id, { notifications_enabled: false })
  const answer = await reach(staff, { Devices: 'All', Lists: [data.Id], Users: [staff.user.id, sol.id] })
  expect(answer.People).toMatchObject([{ FullName: 'Sam Staff', Channels: ['Email'] }])
  expect(answer.Lists).toMatchObject([{ MemberCount: 2, ReachableCount: 1 }])
})

test('devices that are targets in several ways count once', async () => {
  const { admin, inNorth, north } = await district()
  await make.device({ site: north })
  const { data } = await call(groups.create, { body: { Name: 'N', Devices: [inNorth.id] } }, { as: admin })
  const count = async (body: object) => (await reach(admin, body)).DeviceCount
  expect(await count({ Devices: [inNorth.id], Groups: [data.Id] })).toBe(1)
  expect(await count({ Groups: [data.Id], Sites: [north.id] })).toBe(2)
  expect(await count({ Devices: 'All' })).toBe(3)
  expect(await count({ Devices: [] })).toBe(0)
})

test('targets and receivers that are missing, foreign or outside the site are refused with the same error', async () => {
  const { admin, inSouth, north } = await district()
  const foreign = await make.device({})
  const answers = await Promise.all(
    [{ Devices: [randomUUID()] }, { Devices: [foreign.id] }, { Site: north.id, Devices: [inSouth.id] }].map(
      (body) => call(subscriptionReach.of, { body }, { as: admin }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})
