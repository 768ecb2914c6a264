import { alerts } from '@eot/contract/alerts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { alertTallyQueries } from './alert-tally.queries.ts'

const { call, db, make, signIn, signInAsRoot } = await testApp()

const district = await make.site({ name: 'District' })
const school = await make.site({ parent: district, name: 'School' })
const floor = await make.site({ parent: school, name: 'Floor' })
const as = await signIn({ site: district })
const devices = await Promise.all([district, school, school, floor].map((site) => make.device({ site })))
/** Two devices have alerts in the same hour. */
const hours = [0, 6, 6, 18]
for (const [index, device] of devices.entries())
  for (const type of ['ECO2', 'Vape', 'TVOC'])
    for (const day of [1, 2, 3]) {
      const started = Date.UTC(2026, 9, day, hours[index], index * 10)
      await make.alert({
        device,
        type,
        started_at: new Date(started),
        ended_at: day === 3 && index < 2 ? null : new Date(started + 3_600_000),
      })
    }

const at = (day: number, hour = 0) => Date.UTC(2026, 9, day, hour)
const filters: object[] = [
  {},
  { type: ['Vape'] },
  { type: ['Vape', 'ECO2'], severity: ['Critical'] },
  { severity: ['Info'] },
  { ongoing: true },
  { ongoing: false },
  { ongoing: false, type: ['TVOC'] },
  { startTime: at(2), rangeBy: 'Start' },
  { rangeBy: 'Start', timeZone: 'Europe/Berlin' },
  { search: 'vape' },
  { search: 'school', ongoing: false },
  { hourOfDay: [0, 12], timeZone: 'UTC' },
  { confirmed: true },
  { confirmed: false, type: ['ECO2', 'TVOC'], ongoing: false },
  { confirmed: true, hourOfDay: [0, 6], timeZone: 'UTC' },
  { dayOfWeek: [5, 6], hourOfDay: [2, 8, 6, 12], type: ['Vape'] },
  { dayOfWeek: [4], hourOfDay: [5, 11, 17], timeZone: 'Asia/Kathmandu', severity: ['Critical'] },
]
/** With whole and partial days, within a single day, and without a start or an end. */
const ranges: object[] = [
  { startTime: at(1) },
  { startTime: at(2), endTime: at(3) },
  { startTime: at(1, 12), endTime: at(3, 12) },
  { startTime: at(1, 12), endTime: at(2) },
  { startTime: at(2, 6), endTime: at(2, 18) },
  { startTime: at(0, 12), endTime: at(2, 0) + 1 },
  { startTime: at(1, 6) + 15 * 60_000, endTime: at(3, 6) + 15 * 60_000 },
  { endTime: at(2) },
  { endTime: at(2, 12) },
].flatMap((range) => [range, { ...range, rangeBy: 'Start' }])
const scopes = [
  {},
  { SiteId: school.id },
  { SiteId: school.id, IncludeSubSites: false },
  { SiteId: floor.id },
]
const root = await signInAsRoot()

/** Compares the total of lists with their length, which does not depend on tallies. */
async function expectEqualCounts() {
  const counts = new Set<string>()
  const asked = [
    ...scopes.flatMap((scope) => filters.map((filter) => ({ scope, filter, by: as }))),
    ...[...filters, ...filters.flatMap((filter) => ranges.map((range) => ({ ...filter, ...range })))].map(
      (filter) => ({ scope: {}, filter, by: root }),
    ),
  ]
  for (const { scope, filter, by } of asked) {
    const { data } = await call(alerts.list, { query: { PageSize: 200, ...filter, ...scope } }, { as: by })
    expect(data.Items?.length, JSON.stringify(filter)).toBe(data.Total)
    counts.add(`${by === root} ${data.Total}`)
  }
  expect(counts.size).toBeGreaterThan(16)
}

const tallyRows = async (table: 'alert_tally' | 'alert_day_tally' | 'alert_hour_tally' = 'alert_tally') =>
  (await db.selectFrom(table).select(sql<number>`count(*)::int`.as('rows')).executeTakeFirstOrThrow()).rows

test('a list of alerts shows the right total, whatever the site and the filters', expectEqualCounts)

test('the totals stay right after alerts have been confirmed, and again after some of these are not', async () => {
  const confirm = (confirmed: boolean, types: string[]) =>
    db.updateTable('alert').set({ confirmed }).where('type_key', 'in', types).execute()
  await confirm(true, ['Vape', 'ECO2'])
  await expectEqualCounts()
  await confirm(false, ['Vape', 'TVOC'])
  await expectEqualCounts()
})

test('the totals stay right after the tally has been merged into one row for each kind of alert', async () => {
  expect(await tallyRows()).toBe(36)
  await alertTallyQueries(db).addUp()
  expect(await tallyRows()).toBe(9)
  expect(await tallyRows('alert_day_tally')).toBe(9)
  expect(await tallyRows('alert_hour_tally')).toBe(27)
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
