import { alerts } from '@eot/contract/alerts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { alertTallyQueries } from './alert-tally.queries.ts'

const { call, db, make, signIn } = await testApp()

const district = await make.site({ name: 'District' })
const school = await make.site({ parent: district, name: 'School' })
const floor = await make.site({ parent: school, name: 'Floor' })
const as = await signIn({ site: district })
const devices = await Promise.all([district, school, school, floor].map((site) => make.device({ site })))
for (const [index, device] of devices.entries())
  for (const type of ['ECO2', 'Vape', 'TVOC'])
    for (const day of [1, 2, 3])
      await make.alert({
        device,
        type,
        started_at: new Date(Date.UTC(2026, 9, day)),
        ended_at: day === 3 && index < 2 ? null : new Date(Date.UTC(2026, 9, day, 1)),
      })

const filters: object[] = [
  {},
  { type: ['Vape'] },
  { type: ['Vape', 'ECO2'], severity: ['Critical'] },
  { severity: ['Info'] },
  { ongoing: true },
  { ongoing: false },
  { ongoing: false, type: ['TVOC'] },
  { startTime: Date.UTC(2026, 9, 2), rangeBy: 'Start' },
  { rangeBy: 'Start', timeZone: 'Europe/Berlin' },
]
const scopes = [
  {},
  { SiteId: school.id },
  { SiteId: school.id, IncludeSubSites: false },
  { SiteId: floor.id },
]

async function expectEqualCounts() {
  const counts = new Set<number>()
  for (const filter of filters)
    for (const scope of scopes) {
      const { data } = await call(alerts.list, { query: { PageSize: 200, ...filter, ...scope } }, { as })
      expect(data.Items?.length).toBe(data.Total)
      counts.add(data.Total)
    }
  expect(counts.size).toBeGreaterThan(5)
}

const tallyRows = async () =>
  (await db.selectFrom('alert_tally').select(sql<number>`count(*)::int`.as('rows')).executeTakeFirstOrThrow())
    .rows

test('a list of alerts shows the right total, whatever the site and the filters', expectEqualCounts)

test('the totals stay right after the tally has been merged into one row for each site, type and severity', async () => {
  expect(await tallyRows()).toBe(36)
  await alertTallyQueries(db).addUp()
  expect(await tallyRows()).toBe(9)
  await expectEqualCounts()
})

test('deleted alerts no longer count, and leave no row behind', async () => {
  await db
    .deleteFrom('alert')
    .where('device_id', '=', devices[3]?.id ?? '')
    .execute()
  await expectEqualCounts()
  await alertTallyQueries(db).addUp()
  expect(await tallyRows()).toBe(6)
})
