import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import type { Endpoint } from '@eot/contract/endpoint'
import { deviceStatuses } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

const site = await make.site()
const as = await signIn({ site })
const list = async (query: object) =>
  (await call(devices.list, { query: { PageSize: 200, ...query } }, { as })).data.Items ?? []
const names = async (query: object) => (await list(query)).map(({ Name }) => Name)

/** Creates one device for each combination of the flags that make up a status, and one that has never reported. */
async function makeEveryState() {
  await make.device({ site, name: 'Never seen' })
  for (let bits = 0; bits < 16; bits++) {
    const { no } = await make.device({ site, name: `State ${bits}` })
    const [migrating, resetting, failing, online] = [1, 2, 4, 8].map((bit) => (bits & bit) !== 0)
    await db
      .insertInto('device_state')
      .values({ device_no: no, migrating, resetting, failing, online })
      .execute()
  }
}
await makeEveryState()

test('a filter by status finds exactly the devices that have it', async () => {
  const all = await list({})
  expect(all).toHaveLength(17)
  for (const status of deviceStatuses) {
    const shown = all.filter(({ Status }) => Status === status).map(({ Name }) => Name)
    expect(await names({ Status: status }), status).toEqual(shown)
  }
  const several = ['ONLINE', 'MIGRATING']
  const either = all.filter(({ Status }) => several.includes(Status)).map(({ Name }) => Name)
  expect(await names({ Status: several })).toEqual(either)
})

test('devices count as online by the status that is shown for them', async () => {
  const { data } = await call(devices.online, {}, { as })
  const shown = data.Items.filter(({ Status }) => Status === 'ONLINE' || Status === 'ERROR ONLINE')
  expect(data).toMatchObject({ Online: 2, Total: 17 })
  expect(shown).toHaveLength(2)
})

test('devices are filtered by model and by state, with a count and a CSV of the same devices', async () => {
  const school = await make.site()
  const admin = await signIn({ site: school })
  const climate = await make.device({ site: school, name: 'Climate', model: 'EoT Climate' })
  await make.device({ site: school, name: 'Sense' })
  await make.device({ site: school, name: 'Stored', model: 'EoT Climate', is_active: false })
  const { data } = await call(devices.get, { params: { id: climate.id } }, { as: admin })
  const read = async (query: object) => (await call(devices.list, { query }, { as: admin })).data
  const found = async (query: object) => (await read(query)).Items?.map(({ Name }) => Name)
  expect(await found({ Model: data.Model.Id })).toEqual(['Climate', 'Stored'])
  expect(await found({ IsActive: false })).toEqual(['Stored'])
  expect(await found({ IsActive: true, Model: [data.Model.Id] })).toEqual(['Climate'])
  expect(await read({ Model: data.Model.Id, CountOnly: true })).toEqual({ Total: 2 })
  const csv = await call<Endpoint>(
    { ...devices.list, path: '/devices.csv' },
    { query: { IsActive: false } } as never,
    { as: admin },
  )
  expect(csv.text).toContain(',Stored,')
  expect(csv.text).not.toContain(',Climate,')
})

test('a search by the name of a site finds the devices at it and below, unless the site is above the listed one', async () => {
  const campus = await make.site({ name: 'Riverside Campus' })
  const school = await make.site({ parent: campus, name: 'Maple School' })
  const wing = await make.site({ parent: school, name: 'West Wing' })
  await make.device({ site: school, name: 'Hall' })
  await make.device({ site: wing, name: 'Attic' })
  await make.device({ site: campus, name: 'Depot' })
  await make.device({ name: 'Of others' })
  const admin = await signIn({ site: campus })
  const found = async (query: object) =>
    (await call(devices.list, { query }, { as: admin })).data.Items?.map(({ Name }) => Name)
  expect(await found({ search: 'MAPLE' })).toEqual(['Attic', 'Hall'])
  expect(await found({ search: 'wing' })).toEqual(['Attic'])
  expect(await found({ search: 'riverside' })).toEqual(['Attic', 'Depot', 'Hall'])
  expect(await found({ search: 'maple', IncludeSubSites: false })).toEqual([])
  expect(await found({ search: 'riverside', SiteId: school.id })).toEqual([])
  // Two more have the word in their own names, one of them at the site of that name.
  await make.device({ site: school, name: 'Maple room' })
  await make.device({ site: campus, name: 'Sugar maple' })
  expect(await found({ search: 'maple' })).toEqual(['Attic', 'Hall', 'Maple room', 'Sugar maple'])
  for (const search of ['maple', 'west', 'sugar', 'birch'])
    for (const filter of [{}, { IsActive: true }, { IncludeSubSites: false }]) {
      const query = { search, ...filter }
      const { data } = await call(devices.list, { query }, { as: admin })
      expect(data.Total).toBe(data.Items?.length)
      const counted = await call(devices.list, { query: { ...query, CountOnly: true } }, { as: admin })
      expect(counted.data.Total).toBe(data.Total)
    }
})

test('a status that does not exist is refused, naming the parameter', async () => {
  const answer = await call(devices.list, { query: { Status: ['ASLEEP'] } } as never, { as })
  expect(answer.status).toBe(400)
  expect(problemOf(answer).Errors?.[0]?.Path).toMatch(/Status/)
})

test('devices are listed and counted by device and group, and in the mode that clients send', async () => {
  const school = await make.site()
  const admin = await signIn({ site: school, role: 'Site Administrator' })
  const [first, second] = [await make.device({ site: school }), await make.device({ site: school })]
  const foreign = await make.device()
  const body = { Name: 'Labs', Site: school.id, Devices: [second.id] }
  const group = (await call(groups.create, { body }, { as: admin })).data
  const read = async (query: object) => (await call(devices.list, { query }, { as: admin })).data
  const found = async (query: object) => (await read(query)).Items?.map(({ Id }) => Id)
  expect(await found({ DeviceId: [first.id, foreign.id], Mode: 'Max' })).toEqual([first.id])
  expect(await found({ GroupId: group.Id })).toEqual([second.id])
  expect(await read({ DeviceId: first.id, GroupId: group.Id, CountOnly: true })).toEqual({ Total: 0 })
})

test('a search ignores case in any alphabet, in pages, counts and lookups, and keeps the order by name', async () => {
  const school = await make.site()
  const admin = await signIn({ site: school })
  for (const name of ['École 2', 'ÉCOLE 1', 'Straße', 'STRASSE', 'ÅNGSTRÖM', 'Σοφια', 'école 10'])
    await make.device({ site: school, name })
  await make.device({ name: 'École of others' })
  const found = async (search: string) => {
    const page = (await call(devices.list, { query: { search, PageSize: 2 } }, { as: admin })).data
    const second = (await call(devices.list, { query: { search, PageSize: 2, Page: 1 } }, { as: admin })).data
    const count = (await call(devices.list, { query: { search, CountOnly: true } }, { as: admin })).data
    const { data } = await call(devices.lookup, { query: { search } }, { as: admin })
    const listed = [...(page.Items ?? []), ...(second.Items ?? [])].map(({ Name }) => Name)
    expect(data.map(({ Name }) => Name)).toEqual(listed)
    expect([page.Total, count.Total]).toEqual([listed.length, listed.length])
    return listed
  }
  expect(await found('écOLE')).toEqual(['ÉCOLE 1', 'école 10', 'École 2'])
  expect(await found('STRAß')).toEqual(['Straße'])
  expect(await found('strasse')).toEqual(['STRASSE'])
  expect(await found('ångstRÖM')).toEqual(['ÅNGSTRÖM'])
  expect(await found('σΟΦ')).toEqual(['Σοφια'])
  expect(await found('%')).toEqual([])
})

test('a search finds a renamed device by its new name only', async () => {
  const school = await make.site()
  const admin = await signIn({ site: school })
  const { id } = await make.device({ site: school, name: 'Old Library' })
  await call(devices.update, { params: { id }, body: { Name: 'New Gym' } }, { as: admin })
  const found = async (search: string) =>
    (await call(devices.list, { query: { search } }, { as: admin })).data.Items?.map(({ Name }) => Name)
  expect(await found('library')).toEqual([])
  expect(await found('new GYM')).toEqual(['New Gym'])
})
