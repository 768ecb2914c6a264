import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { siteTreeQueries } from './site-tree.queries.ts'

const { call, db, make, signIn } = await testApp()
const district = await make.site()
const as = await signIn({ site: district })

const closeOn = (site_id: string) =>
  db.insertInto('closed_day').values({ site_id, day: '2026-12-24', name: 'Holiday' }).execute()

/** Creates a webhook event of the district that names this site. */
async function tellElsewhere(site_id: string) {
  const { id } = await make.webhookEvent({ site: district })
  await db.insertInto('webhook_event_site').values({ webhook_event_id: id, site_id }).execute()
}

/** What people can make for a site, by its name in the consequences. */
const records: [kind: string, make: (site: MadeSite) => Promise<unknown>][] = [
  ['WebhookRequests', (site) => make.webhookRequest({ site })],
  ['WebhookEvents', async (site) => make.webhookEvent({ site, request: await make.webhookRequest() })],
  ['OwnReports', (site) => make.ownReport({ site })],
  ['Reports', (site) => make.report({ site })],
  ['ClosedDays', ({ id }) => closeOn(id)],
  ['NamedElsewhere', ({ id }) => tellElsewhere(id)],
]

test.each(records)('a site is not deleted without its name because of its %s', async (kind, makeFor) => {
  const site = await make.site({ parent: district })
  await makeFor(site)
  const query = { Action: 'Delete', SiteIds: [site.id] } as const
  const { data } = await call(sites.consequences, { query }, { as })
  expect(data).toMatchObject({ [kind]: 1 })
  const refused = problemOf(await call(sites.remove, { params: { id: site.id }, query: {} }, { as }))
  expect(refused.ErrorCode).toBe('site_not_empty')
  expect(refused.Errors).toEqual([{ Path: kind, Message: '1 at the site, below it or for it' }])
  expect(await siteTreeQueries(db).deleteEmptySite(site.id), 'when an import is undone').toBe(false)
  const removal = { params: { id: site.id }, query: { Name: site.name } }
  expect((await call(sites.remove, removal, { as })).status).toBe(204)
})

test('reports that were deleted, or belong to the former customer of a site, are not counted', async () => {
  const [deleted, moved] = [await make.site({ parent: district }), await make.site()]
  await make.report({ site: deleted, deleted_at: new Date() })
  await make.report({ site: moved })
  await siteTreeQueries(db).movePaths(moved.path, `${district.path}${moved.id}/`)
  await siteTreeQueries(db).setParent(moved.id, district.id)
  for (const { id } of [deleted, moved]) {
    const query = { Action: 'Delete', SiteIds: [id] } as const
    expect((await call(sites.consequences, { query }, { as })).data).toMatchObject({ Sites: 1, Reports: 0 })
  }
})
