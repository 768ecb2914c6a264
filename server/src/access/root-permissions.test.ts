import { devices } from '@eot/contract/devices'
import { type PermissionKey, rootPermissions } from '@eot/contract/permissions'
import { quarantine } from '@eot/contract/quarantine'
import { sites } from '@eot/contract/sites'
import { userRoles } from '@eot/contract/user-roles'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { targets } from '../../test/authorization/relations.ts'
import { matrixRows } from '../../test/authorization/rows.ts'
import { problemOf, testApp } from '../../test/test-app.ts'
import { validRequest } from '../../test/valid-requests.ts'

const { call, make, root, signIn, signInAsRoot } = await testApp()
const district = await make.site({ name: 'Rival District' })
const ofDistrict = await signIn({ site: district, role: 'System Administrator' })
const ofRoot = await signInAsRoot()

const isOfRoot = (access: string) => rootPermissions.has(access as PermissionKey)
const ofAllCustomers = matrixRows.filter(({ endpoint }) => isOfRoot(endpoint.access))

test.each(ofAllCustomers.map((row) => [row.name, row] as const))(
  '%s is refused to a System Administrator of a customer, since it concerns all customers',
  async (_name, { endpoint }) => {
    const answer = await call(endpoint, validRequest(endpoint) as never, { as: ofDistrict })
    expect(answer.status).toBe(403)
    expect(problemOf(answer).ErrorCode).toBe('not_permitted')
    expect((await call(endpoint, validRequest(endpoint) as never, { as: ofRoot })).status).not.toBe(403)
  },
)

/** Ends only blocks of the caller's own addresses. */
const ofOneself = ['POST /blacklists/mine']

test('data shared by all customers is changed only with a permission of the root', () => {
  const shared = matrixRows.filter(
    ({ feature, endpoint }) => targets[feature] === null && endpoint.method !== 'GET',
  )
  expect(shared.length).toBeGreaterThanOrEqual(3)
  expect(shared.filter(({ endpoint }) => !isOfRoot(endpoint.access)).map(({ name }) => name)).toEqual(
    ofOneself,
  )
})

test('a System Administrator of a customer, appointed from the root, has all other permissions of the role', async () => {
  const { data: all } = await call(userRoles.all, {}, { as: ofRoot })
  const UserRole = all.find(({ Name }) => Name === 'System Administrator')?.Id ?? ''
  const body = { FullName: 'Rory Rival', Email: 'rory@rival.example', UserRole, Site: district.id }
  expect((await call(users.create, { body }, { as: ofRoot })).status).toBe(201)
  const keysOf = async (as: { AccessToken: string }) =>
    (await call(users.myPermissions, {}, { as })).data.Permissions.map(({ Key }) => Key)
  const keys = await keysOf(ofRoot)
  expect(await keysOf(ofDistrict)).toEqual(keys.filter((key) => !isOfRoot(key)))
})

test('a System Administrator of a customer can neither change its subscription nor see the inventory', async () => {
  const stored = await make.device({ site: null })
  const change = { params: { id: district.id }, body: { SubscriptionType: 'Yearly' } } as const
  expect(problemOf(await call(sites.update, change, { as: ofDistrict })).ErrorCode).toBe('not_permitted')
  const read = { params: { id: stored.id } }
  expect((await call(devices.get, read, { as: ofDistrict })).status).toBe(404)
  expect((await call(devices.get, read, { as: ofRoot })).status).toBe(200)
  const rootSite = { query: { SiteId: root.id } }
  expect((await call(quarantine.list, rootSite, { as: ofDistrict })).status).toBe(404)
})
