import { alerts } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()
const minute = 60_000
const hour = 60 * minute
const noon = Date.UTC(2026, 9, 20, 12)

const school = await make.site({ name: 'School' })
const as = await signIn({ site: school })
const device = await make.device({ site: school })

/** In ms, below and above the length of a long alert. */
const lengths = [1000, hour, 4 * hour, 4 * hour + 1000, 30 * hour]
const raised = [-40, -30, -5, -4, -1, 0, 1, 5].flatMap((hours, day) =>
  lengths.map((length) => ({ start: noon + hours * hour + day, length })),
)
for (const { start, length } of raised)
  await make.alert({ device, started_at: new Date(start), ended_at: new Date(start + length) })
await make.alert({ device, started_at: new Date(noon - 50 * hour), ended_at: null })

const ranges: [from: number, to?: number][] = [
  [-45 * hour],
  [-30 * hour, -29 * hour],
  [-hour, 0],
  [-1, 1],
  [0, hour],
  [hour, 2 * hour],
  [10 * hour, 11 * hour],
  [100 * hour],
  // The end of the range of Date.
  [8.64e15 - 1 - noon, 8.64e15 - noon],
]

test.each(ranges)('a list counts the alerts that were open from %i to %i ms', async (from, to) => {
  const query = { startTime: noon + from, ...(to !== undefined && { endTime: noon + to }) }
  const { data } = await call(alerts.list, { query: { PageSize: 200, ...query } }, { as })
  const expected = raised.filter(
    ({ start, length }) => start < noon + (to ?? Number.POSITIVE_INFINITY) && start + length > noon + from,
  )
  expect(data.Total).toBe(expected.length + 1)
  expect(data.Items?.length).toBe(data.Total)
})

test('a site path gets a single number, even if several first alerts are raised there at the same time', async () => {
  const rooms = await Promise.all([1, 2].map(() => make.site({ parent: school })))
  const devices = await Promise.all([...rooms, ...rooms, ...rooms].map((site) => make.device({ site })))
  await Promise.all(devices.map((one) => make.alert({ device: one, started_at: new Date(noon) })))
  const numbered = await db
    .selectFrom('alert')
    .innerJoin('alert_site_path', 'alert_site_path.no', 'alert.site_path_no')
    .select(['alert.site_path', 'alert_site_path.path', 'no'])
    .distinct()
    .execute()
  expect(numbered).toHaveLength(3)
  for (const { site_path, path } of numbered) expect(path).toBe(site_path)
})
