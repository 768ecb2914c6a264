import { expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { notifyFleet } from '../../../test/notify-fleet.ts'
import { candidateQueries } from './candidates.queries.ts'

/** Monday noon in Berlin, the zone of sites. */
const noon = Date.parse('2027-11-08T12:00:00+01:00')

/**
 * Creates a school of a district, of which a subscription notifies Ann and a list of the school with Bo, and later Cy and the
 * same list. `moveTo` moves Ann, Cy and the list.
 */
async function school() {
  const fleet = await notifyFleet(noon)
  const { db, make, subscribe } = fleet
  const district = await make.site({ name: 'District' })
  const site = await make.site({ name: 'School', parent: district })
  const [gym, hall] = [await make.device({ site, name: 'Gym' }), await make.device({ site, name: 'Hall' })]
  const ann = await make.user({ site, full_name: 'Ann' })
  const bo = await make.user({ site, full_name: 'Bo' })
  const cy = await make.user({ site, full_name: 'Cy' })
  const list = await make.userList({ site })
  await db.insertInto('user_list_user').values({ user_list_id: list.id, user_id: bo.id }).execute()
  const id = await subscribe({ site, users: [ann], lists: [list], remindUsers: [cy] })
  await db
    .insertInto('subscription_user_list')
    .values({ subscription_id: id, stage: 2, user_list_id: list.id })
    .execute()
  const moveTo = async (to: MadeSite) => {
    await db.updateTable('app_user').set({ site_id: to.id }).where('id', 'in', [ann.id, cy.id]).execute()
    await db.updateTable('user_list').set({ site_id: to.id }).where('id', '=', list.id).execute()
  }
  const reminded = async () =>
    (await candidateQueries(db).listReceivers([id], 2)).map(({ userId }) => userId).toSorted()
  return { ...fleet, district, site, gym, hall, bo, cy, moveTo, reminded }
}

test('people and lists that have moved above the site of a subscription are not notified until they are back', async () => {
  const { district, follow, gym, hall, moveTo, site, told, vape } = await school()
  await moveTo(district)
  await vape(gym)
  await follow()
  expect(await told()).toEqual([])
  await moveTo(site)
  await vape(hall)
  await follow()
  expect(await told()).toEqual(['Ann, Vape Started, Hall', 'Bo, Vape Started, Hall'])
})

test('people and lists that have moved above the site of a subscription are not reminded until they are back', async () => {
  const { bo, cy, district, moveTo, reminded, site } = await school()
  const both = [bo.id, cy.id].toSorted()
  expect(await reminded()).toEqual(both)
  await moveTo(district)
  expect(await reminded()).toEqual([])
  await moveTo(site)
  expect(await reminded()).toEqual(both)
})
