import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { listIds } from './list-ids.queries.ts'

const { db, make } = await testApp()

const district = await make.site({ name: 'District' })
// Several sites have the same city, and some have none, so that the order also depends on the id.
const cities = ['Salem', '', 'Dover', 'Salem', 'Austin', '', 'Dover', 'Salem', 'Boise', 'Salem', '']
for (const [index, city] of cities.entries())
  await make.site({ parent: district, name: `Site ${index}`, city })

const matching = db.selectFrom('site').where('site.parent_id', '=', district.id)
const by = sql`nullif(site.city, '')`

for (const order of ['asc', 'desc'] as const)
  for (const [way, isSearch, most] of [
    ['found by a search', true, 100],
    ['few enough to be sorted', false, 100],
    ['read along an index', false, 0],
  ] as const)
    for (const limit of [1, 3, 25])
      test(`pages of ${limit} rows ${way} add up to the ${order} list, and each has its length`, async () => {
        const rows = await matching
          .select('site.id')
          .orderBy(by, (how) => (order === 'asc' ? how.asc().nullsFirst() : how.desc().nullsLast()))
          .orderBy('site.id', order)
          .execute()
        const ids: string[] = []
        for (let offset = 0; offset < cities.length + 2 * limit; offset += limit) {
          const page = await listIds(
            db,
            matching,
            { id: 'site.id', by, order, isSearch, limit, offset },
            most,
          )
          expect(page.total).toBe(cities.length)
          expect(page.ids.length).toBe(Math.max(0, Math.min(limit, cities.length - offset)))
          ids.push(...page.ids)
        }
        expect(ids).toEqual(rows.map(({ id }) => id))
      })
