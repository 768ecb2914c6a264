import { alerts } from '@eot/contract/alerts'
import { reports } from '@eot/contract/reports'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, make, signIn } = await testApp()

test('the row of each site links to exactly its alerts, also of a site with sub-sites and of a deleted one', async () => {
  const campus = await make.site({ name: 'Campus' })
  const school = await make.site({ parent: campus, name: 'School' })
  const annex = await make.site({ parent: school, name: 'Annex' })
  const gone = await make.site({ parent: campus, name: 'Gone' })
  const as = await signIn({ site: campus })
  const [started_at, ended_at] = [new Date('2026-03-10T12:00:00Z'), new Date('2026-03-10T12:05:00Z')]
  for (const [site, times] of [
    [campus, 4],
    [school, 3],
    [annex, 2],
    [gone, 1],
  ] as const) {
    const device = await make.device({ site })
    for (let n = 0; n < times; n++) await make.alert({ device, started_at, ended_at })
  }
  await call(sites.remove, { params: { id: gone.id }, query: { Name: 'Gone' } }, { as })
  const query = { type: 'Pdf-Monthly' as const, day: '2026-03-10', sections: ['Sites' as const] }
  const { data: report } = await call(reports.view, { params: { id: campus.id }, query }, { as })
  const found: unknown[] = []
  for (const block of report.Sections.flatMap(({ Blocks }) => Blocks))
    for (const [name, count] of block.Kind === 'Table' ? block.Rows : []) {
      const search = new URL(name?.Link ?? '', 'https://portal.example.org').searchParams
      const SiteId = search.get('siteId') ?? ''
      const { startTime, endTime, rangeBy, site } = JSON.parse(search.get('searchFilters') ?? '{}')
      const listed = { SiteId, startTime, endTime, rangeBy, atSiteId: site, CountOnly: true }
      const { status, data } = await call(alerts.list, { query: listed }, { as })
      found.push([name?.Text, count?.Value, status, data.Total])
    }
  expect(found).toEqual([
    ['Campus', 4, 200, 4],
    ['School', 3, 200, 3],
    ['Annex', 2, 200, 2],
    ['Gone', 1, 200, 1],
  ])
})
