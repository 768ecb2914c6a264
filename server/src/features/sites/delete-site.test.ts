import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

const district = await make.site({ name: 'District' })
const admin = await signIn({ site: district })
const remove = (id: string, Name?: string) =>
  call(sites.remove, { params: { id }, query: { ...(Name !== undefined && { Name }) } }, { as: admin })

async function campus() {
  const top = await make.site({ parent: district, name: 'Campus' })
  const school = await make.site({ parent: top })
  const device = await make.device({ site: school })
  const user = await make.user({ site: school })
  return { top, school, device, user }
}

test('an empty site is deleted', async () => {
  const { id } = await make.site({ parent: district })
  expect((await remove(id)).status).toBe(204)
  expect((await call(sites.get, { params: { id } }, { as: admin })).status).toBe(404)
})

test('a site with anything below it is refused with what is below, until its name is sent', async () => {
  const { top, school } = await campus()
  const refused = problemOf(await remove(top.id))
  expect(refused).toMatchObject({ status: 409, ErrorCode: 'site_not_empty' })
  expect(refused.Errors).toEqual([
    { Path: 'SubSites', Message: '1' },
    { Path: 'Devices', Message: '1' },
    { Path: 'Users', Message: '1' },
  ])
  expect(problemOf(await remove(top.id, 'campus')).Errors).toMatchObject([{ Path: 'Name' }])
  expect((await remove(top.id, 'Campus')).status).toBe(204)
  expect((await call(sites.get, { params: { id: school.id } }, { as: admin })).status).toBe(404)
})

test('past alerts of a deleted site stay in the lists of the sites above, and open ones end', async () => {
  const { top, device } = await campus()
  const past = await make.alert({ device })
  const open = await make.alert({ device, type: 'Vape', ended_at: null })
  await remove(top.id, 'Campus')
  const { data } = await call(alerts.list, { query: { search: device.name } }, { as: admin })
  const ends = new Map(data.Items?.map(({ Id, EndReason }) => [Id, EndReason]))
  expect([ends.has(past.id), ends.get(open.id)]).toEqual([true, 'DeviceDeleted'])
})

test('users of a deleted site move to its parent and can no longer sign in', async () => {
  const { top, user } = await campus()
  const tokens = await signIn(user)
  await remove(top.id, 'Campus')
  const row = await db.selectFrom('app_user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ site_id: district.id, is_active: false })
  await expect.poll(async () => (await call(sites.myPath, {}, { as: tokens })).status).toBe(401)
})

test('nobody deletes their own site, and a foreign site looks missing', async () => {
  expect(problemOf(await remove(district.id, 'District')).ErrorCode).toBe('own_site')
  expect((await remove((await make.site()).id)).status).toBe(404)
})
