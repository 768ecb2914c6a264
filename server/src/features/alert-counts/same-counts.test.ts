import { alertCounts } from '@eot/contract/alert-counts'
import { alerts } from '@eot/contract/alerts'
import type { Endpoint, RequestOf } from '@eot/contract/endpoint'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileReaders, lines } from '../../../test/file-readers.ts'
import {
  expectedAlerts,
  type RandomFilter,
  randomAlerts,
  randomFilter,
  storeCampus,
} from '../../../test/random-alerts.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { csv, parquet } = fileReaders(app)

type Campus = Awaited<ReturnType<typeof storeCampus>>

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

test('for the same filter, a list, its total, counts, charts, heat maps and files have the same alerts, over clock changes in two zones', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomAlerts,
      fc.array(randomFilter, { minLength: 15, maxLength: 15 }),
      async (raised, filters) => {
        const campus = await storeCampus(app, raised)
        for (const filter of [{}, ...filters]) await checkFilter(campus, filter)
      },
    ),
    { numRuns: 2, endOnFailure: true },
  )
})

async function checkFilter({ sites, devices, groups, stored, as }: Campus, filter: RandomFilter) {
  const { site = 0, includesSubSites, rooms, groups: places, range, ...same } = filter
  const of = <T>(all: readonly T[], wanted: readonly number[] | undefined) =>
    all.filter((_, place) => wanted?.includes(place) ?? true)
  const query = {
    ...same,
    ...range,
    SiteId: sites[site],
    ...(includesSubSites !== undefined && { IncludeSubSites: includesSubSites }),
    ...(rooms && { deviceId: of(devices, rooms) }),
    ...(places && { groupId: of(groups, places) }),
  }
  const get = async <E extends Endpoint>(endpoint: E, more: RequestOf<E>['query']) => {
    const asked = { query: { ...query, ...(more as object) } } as RequestOf<E>
    const { status, data, text } = await app.call(endpoint, asked, { as })
    if (status !== 200) throw new Error(text)
    return data
  }
  const { matching, ofGroups } = expectedAlerts(stored, filter)
  const ids = matching.map(({ id }) => id).sort()
  const total = ids.length

  const list = { rangeBy: 'Start' } as const
  const listed = await get(alerts.list, { ...list, PageSize: 200 })
  expect([listed.Items?.map(({ Id }) => Id).sort(), listed.Total]).toEqual([ids, total])
  expect((await get(alerts.list, { ...list, CountOnly: true })).Total).toBe(total)
  expect((await get(alerts.all, list)).map(({ Id }) => Id).sort()).toEqual(ids)
  const exported = await app.call(alerts.export, { query: { ...query, ...list } as object }, { as })
  for (const text of [exported.text, (await csv(alerts.list, { ...query, ...list }, as)).text])
    expect(idsInCsv(text)).toEqual(ids)
  const { rows } = await parquet(alerts.list, { ...query, ...list }, as)
  expect(rows.map(({ Id }) => Id).sort()).toEqual(ids)

  const all = { results: 1000 }
  const deviceId = query.deviceId ?? devices
  const countOf = async (counts: Promise<readonly { Count: number }[]>) =>
    sum((await counts).map(({ Count }) => Count))
  expect(await countOf(get(alertCounts.byDevice, all))).toBe(total)
  expect(await countOf(get(alertCounts.byDeviceAll, all))).toBe(total)
  expect(await countOf(get(alertCounts.bySiteAll, all))).toBe(total)
  expect(await countOf(get(alertCounts.byType, all))).toBe(total)
  expect(await countOf(get(alertCounts.byDeviceDetails, { ...all, deviceId }))).toBe(total)
  const type = filter.type ?? [...new Set(stored.map((alert) => alert.type))]
  expect(await countOf(get(alertCounts.byTypeDetails, { ...all, type }))).toBe(total)
  expect(await countOf(get(alertCounts.byGroup, all))).toBe(sum(ofGroups.map((alerts) => alerts.length)))
  const groupId = query.groupId ?? groups
  const inGroups = new Set(ofGroups.flat()).size
  expect(await countOf(get(alertCounts.byGroupDetails, { ...all, groupId }))).toBe(inGroups)

  // Charts and heat maps are in one time zone, and so are their weekdays and hours.
  const { TimeZone } = await get(alertCounts.heatmapBySite, {})
  const inZone = expectedAlerts(stored, { ...filter, timeZone: TimeZone }).matching.length
  // Without a start, charts show the last year.
  const pointsOf = async (
    chart: Promise<{ Series: readonly { Points: readonly (readonly number[])[] }[] }>,
  ) => sum((await chart).Series.flatMap(({ Points }) => Points.map(([, count = 0]) => count)))
  expect(await pointsOf(get(alertCounts.overTime, {}))).toBe(inZone)
  expect(await pointsOf(get(alertCounts.overTimeByDevice, {}))).toBe(inZone)
  expect(await pointsOf(get(alertCounts.overTimeByType, { Mode: 'Sum' }))).toBe(inZone)

  expect(await countOf(get(alertCounts.heatmapBySite, {}).then(({ Cells }) => Cells))).toBe(inZone)
  expect(await countOf(get(alertCounts.heatmapByDevice, { deviceId }).then(({ Cells }) => Cells))).toBe(
    inZone,
  )
}

function idsInCsv(text: string): string[] {
  const [head = '', ...rows] = lines(text)
  const place = head.replace('\ufeff', '').split(',').indexOf('Id')
  return rows.map((row) => row.split(',')[place] ?? '').sort()
}
