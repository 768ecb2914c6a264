import { webhookRequests } from '@eot/contract/webhooks'
import { expect, test } from 'vitest'
import { type As, problemOf, testApp } from '../../../test/test-app.ts'

const { call, make, signIn } = await testApp()

test('the requests that events of a site may send are those of the site and of sites above, as far as the caller sees them', async () => {
  const district = await make.site()
  const school = await make.site({ parent: district })
  const wing = await make.site({ parent: school })
  const sibling = await make.site({ parent: district })
  for (const site of [district, school, wing, sibling]) await make.webhookRequest({ site, name: site.name })
  const usable = async (as: As, usableAt: string) => {
    const [list, count] = [
      await call(webhookRequests.list, { query: { usableAt } }, { as }),
      await call(webhookRequests.count, { query: { usableAt } }, { as }),
    ]
    expect(count.data.Total).toBe(list.data.Items?.length)
    return new Set(list.data.Items?.map(({ Site }) => Site.Id))
  }
  const [above, below] = [await signIn({ site: district }), await signIn({ site: school })]
  expect(await usable(above, school.id)).toEqual(new Set([district.id, school.id]))
  expect(await usable(above, wing.id)).toEqual(new Set([district.id, school.id, wing.id]))
  expect(await usable(below, wing.id)).toEqual(new Set([school.id, wing.id]))
  const refused = await call(webhookRequests.list, { query: { usableAt: district.id } }, { as: below })
  expect([refused.status, problemOf(refused).ErrorCode]).toEqual([404, 'site_not_found'])
})
