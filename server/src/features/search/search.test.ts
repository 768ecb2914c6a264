import { search } from '@eot/contract/search'
import { describe, expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, ingest, make, signIn, signInAsRoot } = await testApp()

type As = Parameters<typeof call>[2] extends { as?: infer A } | undefined ? NonNullable<A> : never
const find = async (as: As, text: string, query: object = {}) => {
  const answer = await call(search.find, { query: { text, ...query } }, { as })
  expect(answer.status, answer.text).toBe(200)
  const names = (hits: { Name: string }[]) => hits.map(({ Name }) => Name)
  const { Sites, Devices, Users } = answer.data
  return { data: answer.data, sites: names(Sites), devices: names(Devices), users: names(Users) }
}

describe('in a district', async () => {
  const district = await make.site({ name: 'Search District' })
  const school = await make.site({ parent: district, name: 'Lincoln High School' })
  const wing = await make.site({ parent: school, name: 'Link Wing' })
  const library = await make.device({ site: wing, name: 'Library East' })
  await make.device({ site: school, name: 'Main Library' })
  await make.device({ site: school, name: 'Gym 100%' })
  await make.device({ name: 'Library of others' })
  await make.user({
    site: school,
    full_name: 'Lisa Moreno',
    email: 'head.master@example.org',
    role: 'Viewer',
  })
  await make.user({ site: school, full_name: 'Lina Gone', deleted_at: new Date() })
  const carla = await signIn({ site: district, full_name: 'Carla Osei' })

  test('finds sites, devices and users by word prefixes, names that begin with the text first', async () => {
    expect(await find(carla, 'li')).toMatchObject({
      sites: ['Link Wing', 'Lincoln High School'],
      devices: ['Library East', 'Main Library', 'Gym 100%'],
      users: ['Lisa Moreno'],
    })
    expect((await find(carla, 'east LIB')).devices).toEqual(['Library East'])
    expect((await find(carla, '100%')).devices).toEqual(['Gym 100%'])
  })

  test('finds the devices of a site, and of those below it, by its name', async () => {
    expect((await find(carla, 'lincoln')).devices).toEqual(['Gym 100%', 'Library East', 'Main Library'])
    expect((await find(carla, 'link')).devices).toEqual(['Library East'])
  })

  test("does not find devices by the name of a site above the caller's own", async () => {
    const caretaker = await signIn({ site: wing })
    expect((await find(caretaker, 'lincoln')).devices).toEqual([])
  })

  test('finds devices by the beginning of a hardware address in any notation, and users by email', async () => {
    for (const text of [
      library.mac,
      library.mac.toLowerCase().replaceAll(':', '-'),
      library.mac.replaceAll(':', ''),
    ])
      expect((await find(carla, text)).devices).toEqual(['Library East'])
    expect((await find(carla, 'head.mas')).users).toEqual(['Lisa Moreno'])
  })

  test('finds devices by the end of a hardware address', async () => {
    for (const length of ['0:00:01'.length, '00:00:00:01'.length]) {
      const end = library.mac.slice(-length).replace(/^.:/, '')
      for (const text of [end, end.replaceAll(':', '-').toLowerCase(), end.replaceAll(':', '')])
        expect((await find(carla, text)).devices, text).toContain('Library East')
    }
  })

  test("a hit has its sites, from below the caller's own site down", async () => {
    const { data } = await find(carla, 'library east')
    expect(data.Devices).toMatchObject([
      {
        Id: library.id,
        Path: [{ Name: 'Lincoln High School' }, { Name: 'Link Wing' }],
        Site: { Id: wing.id },
      },
    ])
    expect((await find(carla, 'link')).data.Sites).toMatchObject([
      { Path: [{ Name: 'Lincoln High School' }] },
    ])
  })

  test('a device in the results has its status', async () => {
    expect((await find(carla, 'library east')).data.Devices).toMatchObject([{ Status: 'OFFLINE' }])
    await sendSamples(ingest, library.mac, [{ readings: { vape: 1 } }])
    expect((await find(carla, 'library east')).data.Devices).toMatchObject([{ Status: 'ONLINE' }])
  })

  test("nothing outside the caller's sites is found", async () => {
    const pupil = await signIn({ site: wing })
    expect(await find(pupil, 'li')).toMatchObject({
      sites: ['Link Wing'],
      devices: ['Library East'],
      users: [],
    })
  })

  test('a kind that was not requested, or that the role may not see, has no hits', async () => {
    expect(await find(carla, 'li', { kind: 'Devices' })).toMatchObject({ sites: [], users: [] })
    const viewer = await signIn({ site: district, role: 'Viewer' })
    expect(await find(viewer, 'li')).toMatchObject({
      devices: ['Library East', 'Main Library', 'Gym 100%'],
      users: [],
    })
  })
})

test('devices of the inventory are found by system administrators only', async () => {
  await make.device({ site: null, name: 'Spare sensor' })
  expect((await find(await signInAsRoot(), 'spare')).data.Devices).toMatchObject([{ Site: null, Path: [] }])
  expect((await find(await signIn(), 'spare')).devices).toEqual([])
})

test('at most eight hits of a kind are listed, however many match', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  for (let n = 0; n < 12; n++) await make.device({ site, name: `Hall ${n}` })
  expect((await find(as, 'hall')).devices).toHaveLength(8)
})

test.each(['', '   ', 'x'.repeat(101)])('the text %j is rejected', async (text) => {
  const answer = await call(search.find, { query: { text } }, { as: await signIn() })
  expect(problemOf(answer)).toMatchObject({ status: 400, Errors: [{ Path: 'text' }] })
})

test.each(["'", '\\', '!&|():*', "a'); drop table site; --", '%', '_'])(
  'the text %j is harmless',
  async (text) => {
    expect((await find(await signIn(), text)).sites).toEqual([])
  },
)
