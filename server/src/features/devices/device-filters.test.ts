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

/** One device for each combination of the flags that make up a status, and one that has never reported. */
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

test('a filter by status finds exactly the devices that show it', async () => {
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

test('a status that does not exist is refused, naming the parameter', async () => {
  const answer = await call(devices.list, { query: { Status: ['ASLEEP'] } } as never, { as })
  expect(answer.status).toBe(400)
  expect(problemOf(answer).Errors?.[0]?.Path).toMatch(/Status/)
})

test('devices are listed and counted by device and group, and with the mode that clients send', async () => {
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
