import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, make, signIn } = await testApp()

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

test('the overview lists sites in the order of the tree, with counts of each site and everything below it', async () => {
  const { data } = await call(sites.overview, {}, { as: admin })
  expect(
    data.map(({ Name, SitesBelow, Devices, Users, OpenAlerts }) => [
      Name,
      SitesBelow,
      Devices,
      Users,
      OpenAlerts,
    ]),
  ).toEqual([
    ['District', 3, 2, 2, 1],
    ['North', 1, 2, 1, 1],
    ['School', 0, 1, 1, 1],
    ['South', 0, 0, 0, 0],
  ])
  expect(data.map(({ ParentSite }) => ParentSite)).toEqual([null, district.id, north.id, district.id])
  expect(data[1]).toMatchObject({ Own: ['Settings.Theme'], Severity: 'Caution', OrganizationType: 'Office' })
})

test('the overview of a site starts at it, and tells only those who may view users how many there are', async () => {
  const staff = await signIn({ site: district, role: 'Site Staff' })
  const { data } = await call(sites.overview, { query: { SiteId: north.id } }, { as: staff })
  expect(data.map(({ Name }) => Name)).toEqual(['North', 'School'])
  expect(data[0]).not.toHaveProperty('Users')
  expect(
    (await call(sites.overview, { query: { SiteId: district.id } }, { as: await signIn() })).status,
  ).toBe(404)
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

test('what a move changes is counted before it happens', async () => {
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

test('what a time zone changes is counted before it is saved', async () => {
  const query = { Action: 'TimeZone', SiteIds: [north.id], TimeZone: 'Asia/Tokyo' } as const
  const { data } = await call(sites.consequences, { query }, { as: admin })
  expect(data).toMatchObject({
    Changes: [{ Field: 'TimeZone', Before: 'Europe/Berlin', After: 'Asia/Tokyo', Sites: 2 }],
    Followers: [{ Id: school.id, Name: 'School' }],
  })
})

test('what stops when several sites are deactivated is counted once, also if one is below another', async () => {
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
