import { devices } from '@eot/contract/devices'
import { users } from '@eot/contract/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { siteTallyQueries } from './site-tally.queries.ts'

const { call, db, make, signIn } = await testApp()

const district = await make.site()
const school = await make.site({ parent: district })
const wing = await make.site({ parent: school })
const as = await signIn({ site: district })
const scopes = [{}, { SiteId: school.id }, { SiteId: school.id, IncludeSubSites: false }, { SiteId: wing.id }]

/** Returns the totals of lists without filters, after checking that the lists have this length. */
async function totals() {
  const found: number[] = []
  for (const endpoint of [devices.list, users.list])
    for (const scope of scopes) {
      const { data } = await call(endpoint, { query: { PageSize: 200, ...scope } }, { as })
      const counted = await call(endpoint, { query: { CountOnly: true, ...scope } }, { as })
      expect(data.Items).toHaveLength(data.Total)
      expect(counted.data.Total).toBe(data.Total)
      found.push(data.Total)
    }
  return found
}
const tallyRows = async () =>
  (
    await db
      .selectFrom('site_tally')
      .where('site_id', 'in', [district.id, school.id, wing.id])
      .select(sql<number>`count(*)::int`.as('rows'))
      .executeTakeFirstOrThrow()
  ).rows

test('a list of devices or users shows the right total after every kind of change', async () => {
  expect(await totals()).toEqual([0, 0, 0, 0, 1, 0, 0, 0])
  const rooms = [await make.device({ site: school }), await make.device({ site: wing })]
  const people = [await make.user({ site: school }), await make.user({ site: wing })]
  expect(await totals()).toEqual([2, 2, 1, 1, 3, 2, 1, 1])

  await db.updateTable('device').set({ site_id: wing.id, name: 'Moved' }).execute()
  await db
    .updateTable('app_user')
    .set({ site_id: district.id })
    .where(
      'id',
      'in',
      people.slice(0, 1).map(({ id }) => id),
    )
    .execute()
  expect(await totals()).toEqual([2, 2, 0, 2, 3, 1, 0, 1])

  await db
    .deleteFrom('device')
    .where('id', '=', rooms[0]?.id ?? '')
    .execute()
  await db
    .updateTable('app_user')
    .set({ deleted_at: new Date() })
    .where('id', '=', people[1]?.id ?? '')
    .execute()
  expect(await totals()).toEqual([1, 1, 0, 1, 2, 0, 0, 0])
})

test('the totals stay right after the tally has been merged into one row for each site with devices or users', async () => {
  const before = await totals()
  expect(await tallyRows()).toBeGreaterThan(2)
  await siteTallyQueries(db).addUp()
  expect(await tallyRows()).toBe(2)
  expect(await totals()).toEqual(before)
})
