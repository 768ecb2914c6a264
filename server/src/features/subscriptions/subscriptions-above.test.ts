import { subscriptionReach } from '@eot/contract/subscription-reach'
import { subscriptions } from '@eot/contract/subscriptions'
import { expect, test } from 'vitest'
import { type As, testApp } from '../../../test/test-app.ts'

const { call, make, signIn } = await testApp()

/** Creates a district with a school and its wing, another school, and subscriptions of the district. */
async function district() {
  const site = await make.site()
  const school = await make.site({ parent: site, name: 'School' })
  const wing = await make.site({ parent: school, name: 'Wing' })
  const other = await make.site({ parent: site })
  const room = await make.device({ site: wing })
  const admin = await signIn({ site, role: 'Site Administrator' })
  const Users = [admin.user.id]
  const add = (Name: string, body: object) =>
    call(subscriptions.create, { body: { Name, Users, ...body } as never }, { as: admin })
  await add('All', { Devices: 'All' })
  await add('Room', { Devices: [room.id] })
  await add('Wing', { Sites: [wing.id] })
  await add('Other school', { Sites: [other.id] })
  await add('Off', { Devices: 'All', IsActive: false })
  await add('Of the school', {
    Site: school.id,
    Devices: 'All',
    Users: [(await make.user({ site: school })).id],
  })
  return { site, school, wing, other, admin }
}

const above = async (as: As, SiteId: string) => {
  const { data } = await call(subscriptionReach.above, { query: { SiteId } }, { as })
  return { names: data.Items.map(({ Name }) => Name), others: data.OtherCount }
}

test('the active subscriptions of sites above are listed where they have targets, from the nearest site up', async () => {
  const { admin, other, school, site, wing } = await district()
  expect(await above(admin, school.id)).toEqual({ names: ['All', 'Room', 'Wing'], others: 0 })
  expect(await above(admin, wing.id)).toEqual({ names: ['Of the school', 'All', 'Room', 'Wing'], others: 0 })
  expect(await above(admin, other.id)).toEqual({ names: ['All', 'Other school'], others: 0 })
  expect(await above(admin, site.id)).toEqual({ names: [], others: 0 })
})

test('those of sites that the caller may not see are only counted', async () => {
  const { school, wing } = await district()
  const dean = await signIn({ site: school, role: 'Site Manager' })
  expect(await above(dean, school.id)).toEqual({ names: [], others: 3 })
  expect(await above(dean, wing.id)).toEqual({ names: ['Of the school'], others: 3 })
})
