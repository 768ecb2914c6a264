import { randomUUID } from 'node:crypto'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { type As, testApp } from '../../../test/test-app.ts'

const { call, db, make, pool, root, signIn, signInAsRoot } = await testApp()

const district = await make.site({ name: 'District' })
const south = await make.site({ parent: district, name: 'South', own_time_zone: null })
const north = await make.site({
  parent: district,
  name: 'North',
  own_time_zone: null,
  settings: '{"Theme":"Dark"}',
})
const school = await make.site({ parent: north, name: 'School', own_time_zone: null })
const admin = await signIn({ site: district })
const sensor = await make.device({ site: school, model: 'EoT Climate' })
await make.device({ site: north, model: 'EoT Air' })
await make.user({ site: school })
await make.alert({ device: sensor, ended_at: null })

const overview = async (of: readonly { id: string }[], as: As) => {
  const { data } = await call(sites.overview, { query: { SiteIds: of.map(({ id }) => id) } }, { as })
  return of.flatMap(({ id }) => data.find(({ Id }) => Id === id) ?? [])
}

test('the overview describes sites with counts of each site and everything below it', async () => {
  const data = await overview([district, north, school, south], admin)
  expect(data.map(({ Name, Devices, Users, OpenAlerts }) => [Name, Devices, Users, OpenAlerts])).toEqual([
    ['District', 2, 2, 1],
    ['North', 2, 1, 1],
    ['School', 1, 1, 1],
    ['South', 0, 0, 0],
  ])
  expect(data[1]).toMatchObject({ Severity: 'Caution', OrganizationType: 'Office' })
})

test('the overview and the names of sites follow every change', async () => {
  const campus = await make.site({ name: 'Campus' })
  const [east, west] = [
    await make.site({ parent: campus, name: 'East' }),
    await make.site({ parent: campus, name: 'West' }),
  ]
  const as = await signIn({ site: campus })
  const counts = async () =>
    (await overview([campus, east, west], as)).map(({ Devices, Users }) => [Devices, Users])
  const names = async () => (await call(sites.all, { query: {} }, { as })).data.map(({ Name }) => Name)
  const hall = await make.site({ parent: east, name: 'Hall' })
  await make.device({ site: hall })
  expect(await counts()).toEqual([
    [1, 1],
    [1, 0],
    [0, 0],
  ])
  expect(await names()).toEqual(['Campus', 'East', 'Hall', 'West'])
  await make.device({ site: hall })
  await make.user({ site: west })
  expect(await counts()).toEqual([
    [2, 2],
    [2, 0],
    [0, 1],
  ])
  await call(sites.move, { body: { SiteIds: [hall.id], ParentSite: west.id } }, { as: await signInAsRoot() })
  expect(await counts()).toEqual([
    [2, 2],
    [0, 0],
    [2, 1],
  ])
  await call(sites.update, { params: { id: hall.id }, body: { Name: 'Zoo' } }, { as })
  expect(await names()).toEqual(['Campus', 'East', 'West', 'Zoo'])
})

test('the overview of the root counts the devices and users of all sites, without the inventory and deleted users', async () => {
  await make.device({ site: null })
  await make.user({ site: south, deleted_at: new Date() })
  const [top] = await overview([root], await signInAsRoot())
  const { rows } = await pool.query(
    `select (select count(*) from device where site_id is not null) as "Devices",
       (select count(*) from app_user where deleted_at is null) as "Users"`,
  )
  expect(top).toMatchObject(rows[0])
})

test("the overview shows where the settings of a site come from, nearest first, and names no site above the caller's own", async () => {
  const campus = await make.site({
    own_time_zone: 'America/Denver',
    time_zone: 'America/Denver',
    settings: '{"Theme":"Dark","Measurement":"Imperial"}',
  })
  const below = await make.site({ parent: campus, own_time_zone: null, settings: '{"Theme":"Light"}' })
  const hall = await make.site({ parent: below, own_time_zone: null, tenant_id: 'T1' })
  const sources = async (as: Awaited<ReturnType<typeof signIn>>) =>
    (await overview([hall], as))[0]?.Sources.map(({ Site, Fields }) => [Site?.Name ?? null, Fields.length])
  expect(await sources(await signIn({ site: campus }))).toEqual([
    [hall.name, 1],
    [below.name, 1],
    [campus.name, 2],
    [null, 7],
  ])
  expect(await sources(await signIn({ site: below }))).toEqual([
    [hall.name, 1],
    [below.name, 1],
    [null, 9],
  ])
})

test('the overview leaves out foreign sites, and shows the number of users only to those who may view them', async () => {
  const staff = await signIn({ site: district, role: 'Site Staff' })
  const [own] = await overview([north], staff)
  expect(own).toMatchObject({ Name: 'North', Devices: 2 })
  expect(own).not.toHaveProperty('Users')
  const elsewhere = await make.site({ name: 'Elsewhere' })
  const outsider = await signIn({ site: elsewhere })
  expect(await overview([school, { id: randomUUID() }, elsewhere], outsider)).toMatchObject([
    { Name: 'Elsewhere', Devices: 0, Users: 1 },
  ])
  const unnamed = await call(sites.overview, { query: {} }, { as: outsider })
  expect(unnamed.data.map(({ Name }) => Name)).toEqual(['Elsewhere'])
})

test('models, alert types and streaming types are those of the devices at a site and below', async () => {
  const ask = { params: { id: district.id } }
  const models = await call(sites.models, ask, { as: admin })
  expect(models.data.map(({ Name }) => Name)).toEqual(['EoT Air', 'EoT Climate'])
  const own = await call(sites.models, { params: { id: south.id } }, { as: admin })
  expect(own.data).toEqual([])

  const types = await call(sites.alertTypes, { params: { id: school.id } }, { as: admin })
  expect(types.data.map(({ Key }) => Key)).toEqual([
    'Temperature',
    'TemperatureLow',
    'Humidity',
    'HumidityLow',
    'Light',
    'Motion',
    'ECO2',
    'Offline',
  ])
  const streaming = await call(sites.streamingTypes, { ...ask, query: { priorityLimit: 8 } }, { as: admin })
  expect(streaming.data.map(({ Key, Priority }) => [Key, Priority])).toEqual([
    ['noise', 4],
    ['temperature', 5],
    ['humidity', 7],
    ['light', 8],
  ])
})

test('the devices and users who leave groups and lists of the sites above by a move are counted before it happens', async () => {
  const [hall, away] = [await make.site({ parent: north }), await make.site({ parent: south })]
  const device = await make.device({ site: hall })
  const user = await make.user({ site: hall })
  for (const site of [north, hall]) {
    const group = await make.deviceGroup({ site })
    const list = await make.userList({ site })
    await db
      .insertInto('device_group_device')
      .values({ device_group_id: group.id, device_id: device.id })
      .execute()
    await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: user.id }).execute()
  }
  const leaving = async (ParentSite: string) => {
    const query = { Action: 'Move', SiteIds: [hall.id], ParentSite } as const
    const { data } = await call(sites.consequences, { query }, { as: admin })
    return [data.DevicesLeaving, data.PeopleLeaving]
  }
  expect(await leaving(away.id)).toEqual([1, 1])
  const inNorth = await make.site({ parent: north })
  expect(await leaving(inNorth.id)).toEqual([0, 0])
})

test('the effects of a move are counted before it happens', async () => {
  const viewer = await make.user({ site: south, role: 'Viewer' })
  const query = { Action: 'Move', SiteIds: [school.id], ParentSite: south.id } as const
  const { data } = await call(sites.consequences, { query }, { as: admin })
  expect(data).toMatchObject({
    Sites: 1,
    Users: 1,
    UsersLosing: 0,
    UsersGaining: 1,
    Changes: [{ Field: 'Settings.Theme', Before: 'Dark', After: null, Sites: 1 }],
  })
  expect(viewer.site.id).toBe(south.id)
})

test('the effects of a time zone are counted before it is saved', async () => {
  const query = { Action: 'TimeZone', SiteIds: [north.id], TimeZone: 'Asia/Tokyo' } as const
  const { data } = await call(sites.consequences, { query }, { as: admin })
  expect(data).toMatchObject({
    Changes: [{ Field: 'TimeZone', Before: 'Europe/Berlin', After: 'Asia/Tokyo', Sites: 2 }],
    Followers: [{ Id: school.id, Name: 'School' }],
  })
})

test('the effects of deactivating several sites are counted once, also if one is below another', async () => {
  const district = await make.site()
  const campus = await make.site({ parent: district })
  const hall = await make.site({ parent: campus })
  const annex = await make.site({ parent: district })
  for (const site of [campus, hall, annex]) await make.device({ site })
  const as = await signIn({ site: district })
  const query = { Action: 'Deactivate', SiteIds: [campus.id, hall.id, annex.id] } as const
  const { data } = await call(sites.consequences, { query }, { as })
  expect(data).toMatchObject({ Sites: 3, Devices: 3 })
  for (const Action of ['Delete', 'TimeZone'] as const) {
    const refused = await call(sites.consequences, { query: { ...query, Action } }, { as })
    expect(refused.status, Action).toBe(400)
  }
})
