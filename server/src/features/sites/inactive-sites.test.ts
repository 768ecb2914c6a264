import { devices } from '@eot/contract/devices'
import { search } from '@eot/contract/search'
import { type SiteTreeNode, sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

const district = await make.site({ name: 'District' })
const campus = await make.site({ parent: district, name: 'North Campus' })
const school = await make.site({ parent: campus, name: 'Lincoln High School' })
const other = await make.site({ parent: district, name: 'South Campus' })
const admin = await signIn({ site: district })
const deactivated = await call(
  sites.update,
  { params: { id: campus.id }, body: { IsActive: false } },
  { as: admin },
)

test('a site at or below an inactive one names the topmost inactive site, and so does its path', async () => {
  expect(deactivated.data).toMatchObject({ IsActive: false, Inactive: { Site: { Name: 'North Campus' } } })
  const named = { Site: { Id: campus.id, Name: 'North Campus' } }
  const below = await call(sites.get, { params: { id: school.id } }, { as: admin })
  expect(below.data).toMatchObject({ IsActive: true, Inactive: named })
  expect((await call(sites.path, { params: { id: school.id } }, { as: admin })).data.inactive).toEqual(named)
  const beside = await call(sites.get, { params: { id: other.id } }, { as: admin })
  expect(beside.data.Inactive).toBeNull()
  expect((await call(sites.myPath, {}, { as: admin })).data.inactive).toBeNull()
})

test("an inactive site above the caller's own is not named", async () => {
  const as = await signIn({ site: school })
  expect((await call(sites.myPath, {}, { as })).data.inactive).toEqual({ Site: null })
  const { data, text } = await call(sites.get, { params: { id: school.id } }, { as })
  expect(data.Inactive).toEqual({ Site: null })
  expect(text).not.toContain(campus.id)
})

test('each device without alerts shows the reason, in lists, alone and in its status', async () => {
  const watched = await make.device({ site: other })
  const off = await make.device({ site: other, is_active: false })
  const expired = await make.device({ site: other, expires_at: new Date('2026-01-01T00:00:00Z') })
  const returned = await make.device({ site: other, is_returned: true })
  const below = await make.device({ site: school })
  const expected = new Map([
    [watched.id, null],
    [off.id, 'Inactive'],
    [expired.id, 'Expired'],
    [returned.id, 'Returned'],
    [below.id, 'SiteInactive'],
  ])
  const reasons = (items: readonly { Id: string; Unwatched: string | null }[] = []) =>
    new Map(items.map(({ Id, Unwatched }) => [Id, Unwatched]))
  const listed = await call(devices.list, { query: {} }, { as: admin })
  expect(reasons(listed.data.Items)).toEqual(expected)
  const online = await call(devices.online, { query: {} }, { as: admin })
  // A returned device is not counted.
  expect(reasons(online.data.Items)).toEqual(
    new Map([...expected].filter(([, reason]) => reason !== 'Returned')),
  )
  const params = { id: below.id }
  expect((await call(devices.get, { params }, { as: admin })).data.Unwatched).toBe('SiteInactive')
  expect((await call(devices.status, { params }, { as: admin })).data.Unwatched).toBe('SiteInactive')
  await db.updateTable('site').set({ is_active: true }).where('id', '=', campus.id).execute()
  expect((await call(devices.get, { params }, { as: admin })).data.Unwatched).toBeNull()
})

test('the tree, the overview, the path and the search show a site as inactive if it or a site above is', async () => {
  const far = await make.site({ name: 'Far District' })
  const off = await make.site({ parent: far, name: 'Far Campus', is_active: false })
  const below = await make.site({ parent: off, name: 'Far School' })
  const wing = await make.site({ parent: below, name: 'Far Wing' })
  const on = await make.site({ parent: far, name: 'Far Depot' })
  await make.device({ site: wing, name: 'Farthest' })
  const states = { [far.id]: false, [off.id]: true, [below.id]: true, [wing.id]: true, [on.id]: false }
  const as = await signIn({ site: far })
  const named = (sites: readonly { Id: string; IsInactive: boolean }[]) =>
    Object.fromEntries(sites.map(({ Id, IsInactive }) => [Id, IsInactive]))
  const inTree = (nodes: readonly SiteTreeNode[]): Record<string, boolean> =>
    Object.assign(named(nodes), ...nodes.map(({ SubSites }) => inTree(SubSites)))

  expect(inTree((await call(sites.tree, {}, { as })).data)).toEqual(states)
  const overview = async (ids: Record<string, boolean>, as: Awaited<ReturnType<typeof signIn>>) =>
    named((await call(sites.overview, { query: { SiteIds: Object.keys(ids) } }, { as })).data)
  expect(await overview(states, as)).toEqual(states)
  const found = (await call(search.find, { query: { text: 'far' } }, { as })).data
  expect(named(found.Sites)).toEqual(states)
  expect(found.Devices).toMatchObject([{ Name: 'Farthest', Unwatched: 'SiteInactive' }])

  const pathOf = async (id: string) => (await call(sites.path, { params: { id } }, { as })).data
  expect(named((await pathOf(far.id)).subSites)).toEqual({ [off.id]: true, [on.id]: false })
  expect(named((await pathOf(below.id)).subSites)).toEqual({ [wing.id]: true })
  expect(named((await pathOf(wing.id)).parentSites)).toEqual({
    [far.id]: false,
    [off.id]: true,
    [below.id]: true,
  })

  // Also from below the inactive site, whose own sites do not include it.
  const query = { SiteId: below.id }
  const inside = { [below.id]: true, [wing.id]: true }
  expect(inTree((await call(sites.tree, { query }, { as })).data)).toEqual(inside)
  expect(await overview(inside, as)).toEqual(inside)
  const local = await signIn({ site: below })
  expect(inTree((await call(sites.tree, {}, { as: local })).data)).toEqual(inside)
  expect(await overview(states, local)).toEqual(inside)
  expect(named((await call(sites.myPath, {}, { as: local })).data.subSites)).toEqual({ [wing.id]: true })
})
