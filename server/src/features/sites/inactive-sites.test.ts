import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
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

test('an inactive site above the own one is not named', async () => {
  const as = await signIn({ site: school })
  expect((await call(sites.myPath, {}, { as })).data.inactive).toEqual({ Site: null })
  const { data, text } = await call(sites.get, { params: { id: school.id } }, { as })
  expect(data.Inactive).toEqual({ Site: null })
  expect(text).not.toContain(campus.id)
})

test('each device for which no alerts are raised says why, in lists, alone and in its status', async () => {
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
