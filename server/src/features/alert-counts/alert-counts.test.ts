import { type AlertCount, alertCounts } from '@eot/contract/alert-counts'
import { alerts } from '@eot/contract/alerts'
import type { Endpoint } from '@eot/contract/endpoint'
import { findAlertType } from '@eot/contract/vocabulary'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { alertReaders } from '../../../test/alert-reader.ts'
import { campusWithAlerts, chicago, hourMs, makeGroup, range } from '../../../test/campus-with-alerts.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, make } = app
const reader = alertReaders(app)
const ms = (text: string) => Date.parse(text)

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string | number) => {
  const counts: Record<string, number> = {}
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
}
const asRecord = (counts: readonly AlertCount[]) =>
  Object.fromEntries(counts.map(({ Id, Count }) => [Id, Count]))
const typeId = (key: string) => findAlertType(key)?.Id ?? key
const local = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

describe('alerts of a campus', async () => {
  const { campus, schools, devices, groups, inRange, get } = await campusWithAlerts(app)

  test('are counted by device, type, group and site if they start in the range', async () => {
    expect(inRange.length).toBeGreaterThan(200)
    const byDevice = await get(alertCounts.byDevice, range)
    expect(asRecord(byDevice)).toEqual(countBy(inRange, ({ device }) => device.id))
    expect(byDevice.map(({ Name }) => Name).toSorted()).toEqual(devices.map(({ name }) => name))
    expect(asRecord(await get(alertCounts.byType, range))).toEqual(
      countBy(inRange, ({ type }) => typeId(type)),
    )
    expect(asRecord(await get(alertCounts.bySiteAll, range))).toEqual(countBy(inRange, ({ site }) => site))
    const ofGroups = groups.map(({ id, name }, n) => {
      const members = n === 0 ? devices.slice(0, 4) : devices.slice(3)
      return { Id: id, Name: name, Count: inRange.filter(({ device }) => members.includes(device)).length }
    })
    expect(await get(alertCounts.byGroup, range)).toEqual(ofGroups.toSorted((a, b) => b.Count - a.Count))
  })

  test('are limited to sites of the scope by themselves, also for a group of a site above', async () => {
    const [school] = schools
    const atSiteId = [school?.id ?? '']
    const there = inRange.filter(({ site }) => site === school?.id)
    expect(there.length).toBeGreaterThan(10)
    expect(asRecord(await get(alertCounts.byDevice, { ...range, atSiteId }))).toEqual(
      countBy(there, ({ device }) => device.id),
    )
    const groupId = [groups[0]?.id ?? '']
    const members = there.filter(({ device }) => devices.slice(0, 4).includes(device))
    expect(asRecord(await get(alertCounts.byType, { ...range, atSiteId, groupId }))).toEqual(
      countBy(members, ({ type }) => typeId(type)),
    )
    const { Cells } = await get(alertCounts.heatmapBySite, { ...range, atSiteId })
    expect(Cells.reduce((sum, { Count }) => sum + Count, 0)).toBe(there.length)
    // The campus itself, without its schools.
    expect(await get(alertCounts.byType, { ...range, atSiteId: [campus.id] })).toEqual([])
  })

  test('come highest first, up to the requested number, above the threshold', async () => {
    const all = await get(alertCounts.byDevice, range)
    expect(all.map(({ Count }) => Count)).toEqual(all.map(({ Count }) => Count).toSorted((a, b) => b - a))
    expect(await get(alertCounts.byDeviceAll, { ...range, results: 2 })).toEqual(all.slice(0, 2))
    const threshold = all[2]?.Count ?? 0
    expect(await get(alertCounts.byDeviceAll, { ...range, threshold })).toEqual(
      all.filter(({ Count }) => Count > threshold),
    )
  })

  test('are broken down by type for a device, and by device for a type or a group', async () => {
    const [device] = devices
    const ofDevice = inRange.filter((alert) => alert.device === device)
    expect(
      asRecord(await get(alertCounts.byDeviceDetails, { ...range, deviceId: [device?.id ?? ''] })),
    ).toEqual(countBy(ofDevice, ({ type }) => typeId(type)))
    const vapes = inRange.filter(({ type }) => type === 'Vape')
    expect(asRecord(await get(alertCounts.byTypeDetails, { ...range, type: ['Vape'] }))).toEqual(
      countBy(vapes, (alert) => alert.device.id),
    )
    const ofGroup = inRange.filter((alert) => devices.indexOf(alert.device) < 4)
    expect(
      asRecord(await get(alertCounts.byGroupDetails, { ...range, groupId: [groups[0]?.id ?? ''] })),
    ).toEqual(countBy(ofGroup, (alert) => alert.device.id))
  })

  test.each(['OneHour', 'SixHours', 'OneDay', 'OneWeek', 'OneMonth', 'Year'] as const)(
    'are counted over time without gaps, by the local calendar: %s',
    async (interval) => {
      const { Interval, TimeZone, Series } = await get(alertCounts.overTime, { ...range, interval })
      expect([Interval, TimeZone, Series.length]).toEqual([interval, chicago, 1])
      const points = Series[0]?.Points ?? []
      const expected = countBy(inRange, ({ start }) => points.findLast(([from]) => from <= start)?.[0] ?? 0)
      expect(Object.fromEntries(points.filter(([, count]) => count > 0))).toEqual(expected)
      const lengths = points.slice(1).map(([start], n) => start - (points[n]?.[0] ?? 0))
      const shortest = { OneHour: 1, SixHours: 6, OneDay: 24, OneWeek: 168, OneMonth: 672, Year: 8760 }[
        interval
      ]
      // The day on which clocks go back has 25 hours.
      expect(
        lengths.filter((length) => length < shortest * hourMs || length > 1.3 * shortest * hourMs),
      ).toEqual([])
      for (const [start] of points.slice(1)) expect(local(start, chicago).minute).toBe(0)
      if (!['OneHour', 'SixHours'].includes(interval))
        for (const [start] of points.slice(1)) expect(local(start, chicago).hour).toBe(0)
    },
  )

  test('are counted over time for each device, and for each type in total and for its busiest device', async () => {
    const query = { ...range, interval: 'OneDay' } as const
    const dayOf = (at: number) => local(at, chicago).toPlainDate().toString()
    const ofPoints = (points: readonly (readonly [number, number])[]) =>
      Object.fromEntries(points.filter(([, count]) => count > 0).map(([at, count]) => [dayOf(at), count]))

    const byDevice = await get(alertCounts.overTimeByDevice, query)
    expect(byDevice.Series).toHaveLength(devices.length)
    for (const { Id, Name, Points } of byDevice.Series) {
      expect(devices.find(({ id }) => id === Id)?.name).toBe(Name)
      expect(ofPoints(Points)).toEqual(
        countBy(
          inRange.filter(({ device }) => device.id === Id),
          ({ start }) => dayOf(start),
        ),
      )
    }
    const sums = await get(alertCounts.overTimeByType, { ...query, Mode: 'Sum' })
    const highest = await get(alertCounts.overTimeByType, query)
    expect(sums.Series.map(({ Name }) => Name)).toEqual(sums.Series.map(({ Name }) => Name).toSorted())
    for (const { Id, Points } of sums.Series)
      expect(ofPoints(Points)).toEqual(
        countBy(
          inRange.filter(({ type }) => typeId(type) === Id),
          ({ start }) => dayOf(start),
        ),
      )
    for (const { Id, Points } of highest.Series) {
      const expected: Record<string, number> = {}
      for (const device of devices) {
        const own = inRange.filter((alert) => typeId(alert.type) === Id && alert.device === device)
        for (const [day, count] of Object.entries(countBy(own, ({ start }) => dayOf(start))))
          expected[day] = Math.max(expected[day] ?? 0, count)
      }
      expect(ofPoints(Points)).toEqual(expected)
    }
  })

  test.each([undefined, 'Pacific/Auckland'])(
    'fill the cells of weekday and hour in the time zone of the site or in the given one: %s',
    async (timeZone) => {
      const { TimeZone, Cells } = await get(alertCounts.heatmapBySite, { ...range, timeZone })
      expect([TimeZone, Cells.length]).toEqual([timeZone ?? chicago, 168])
      const expected = countBy(inRange, ({ start }) => {
        const { dayOfWeek, hour } = local(start, timeZone ?? chicago)
        return `${dayOfWeek % 7} ${hour}`
      })
      const filled = Cells.filter(({ Count }) => Count > 0)
      expect(
        Object.fromEntries(filled.map((cell) => [`${cell.DayOfWeek} ${cell.HourOfDay}`, cell.Count])),
      ).toEqual(expected)
      expect(Cells.slice(23, 25)).toMatchObject([
        { DayOfWeek: 0, HourOfDay: 23 },
        { DayOfWeek: 1, HourOfDay: 0 },
      ])
    },
  )

  test('in a cell are as many as the list shows for its weekday, hour and time zone', async () => {
    const { TimeZone, Cells } = await get(alertCounts.heatmapBySite, range)
    for (const { DayOfWeek, HourOfDay, Count } of Cells.filter((_cell, n) => n % 12 === 3)) {
      const query = { dayOfWeek: [DayOfWeek], hourOfDay: [HourOfDay], timeZone: TimeZone }
      const list = await get(alerts.list, { ...range, ...query, rangeBy: 'Start', CountOnly: true })
      expect(list.Total).toBe(Count)
    }
  })

  test('of a weekday and hour fill only that cell, and a chart counts as many alerts', async () => {
    const { Cells } = await get(alertCounts.heatmapBySite, range)
    const busiest = Cells.toSorted((a, b) => b.Count - a.Count).slice(0, 3)
    for (const { DayOfWeek, HourOfDay, Count } of busiest) {
      const query = { ...range, dayOfWeek: [DayOfWeek], hourOfDay: [HourOfDay] }
      const filtered = await get(alertCounts.heatmapBySite, query)
      expect(filtered.Cells.filter((cell) => cell.Count > 0)).toEqual([{ DayOfWeek, HourOfDay, Count }])
      const { Series } = await get(alertCounts.overTime, { ...query, interval: 'OneDay' })
      expect(Series[0]?.Points.reduce((sum, [, count]) => sum + count, 0)).toBe(Count)
      // If no time zone is given, both counts and lists use the time zone of each alert's site.
      const counted = await get(alertCounts.byType, query)
      const list = await get(alerts.list, { ...query, rangeBy: 'Start', CountOnly: true })
      expect(counted.reduce((sum, one) => sum + one.Count, 0)).toBe(list.Total)
    }
  })

  test('are limited by every filter of the list', async () => {
    const [east] = schools
    const query = { ...range, SiteId: east?.id, type: ['CO'], search: 'Room' }
    const expected = inRange.filter(({ site, type }) => site === east?.id && type === 'CO')
    expect(asRecord(await get(alertCounts.bySiteAll, query))).toEqual({ [east?.id ?? '']: expected.length })
    expect(asRecord(await get(alertCounts.bySiteAll, { ...query, ongoing: true }))).toEqual({})
    const ofCampus = { ...range, SiteId: campus.id, IncludeSubSites: false }
    expect(await get(alertCounts.byDevice, ofCampus)).toEqual([])
    const all = await get(alerts.all, { ...range, rangeBy: 'Start' })
    expect(all).toHaveLength(inRange.length)
  })
})

test('a range of thousands of hours is divided into longer intervals', async () => {
  const { as } = await reader()
  const query = { startTime: ms('2020-01-01T00:00:00Z'), endTime: ms('2026-01-01T00:00:00Z') }
  const { data } = await call(alertCounts.overTime, { query: { ...query, interval: 'OneMinute' } }, { as })
  expect(data.Interval).not.toBe('OneMinute')
  expect(data.Series[0]?.Points.length).toBeGreaterThan(300)
  expect(data.Series[0]?.Points.length).toBeLessThanOrEqual(2001)
})

test('a range without limits is divided up to the year 2200, and one that starts later is refused', async () => {
  const { as } = await reader()
  const { data } = await call(alertCounts.overTime, { query: { startTime: 0, endTime: 8.64e15 } }, { as })
  expect([data.Interval, data.Series[0]?.Points.length]).toEqual(['Year', 231])
  const later = { startTime: ms('2200-01-01T00:00:00Z'), endTime: 8.64e15 }
  const refused = await call(alertCounts.overTime, { query: later }, { as })
  expect(problemOf(refused)).toMatchObject({ status: 400, Errors: [{ Path: 'startTime' }] })
})

test('alerts of another customer are not counted, and counts of its devices and groups are empty', async () => {
  const own = await reader()
  const other = await reader()
  await other.raise('elsewhere')
  const group = await makeGroup(app, other.site, [other.device], 'Elsewhere')
  for (const query of [
    {},
    { deviceId: [other.device.id] },
    { groupId: [group.id] },
    { atSiteId: [other.site.id] },
  ]) {
    for (const endpoint of [
      alertCounts.byDevice,
      alertCounts.byType,
      alertCounts.byGroup,
      alertCounts.bySiteAll,
    ])
      expect((await call(endpoint, { query }, { as: own.as })).data).toEqual([])
    const { data } = await call(alertCounts.heatmapBySite, { query }, { as: own.as })
    expect(data.Cells.filter(({ Count }) => Count > 0)).toEqual([])
  }
  const foreign = await call(alertCounts.byDevice, { query: { SiteId: other.site.id } }, { as: own.as })
  expect(problemOf(foreign)).toMatchObject({ status: 404, ErrorCode: 'site_not_found' })
})

test('a device that moved to another customer keeps the name and the site it had here', async () => {
  const { as, device, site, raise } = await reader()
  await raise('here')
  const elsewhere = await make.site()
  await app.db
    .updateTable('device')
    .set({ site_id: elsewhere.id, name: 'Renamed by its new owner' })
    .where('id', '=', device.id)
    .execute()
  const { data } = await call(alertCounts.byDeviceAll, {}, { as })
  expect(data).toEqual([{ Id: device.id, Name: device.name, SiteName: site.name, Count: 1 }])
})

test.each([
  [alertCounts.byDeviceDetails, 'deviceId'],
  [alertCounts.byTypeDetails, 'type'],
  [alertCounts.byGroupDetails, 'groupId'],
  [alertCounts.heatmapByDevice, 'deviceId'],
] as const)('$path requires the id of what it breaks down', async (endpoint, field) => {
  const { as } = await reader()
  const answer = await call<Endpoint>(endpoint, { params: undefined, query: {}, body: undefined }, { as })
  expect(problemOf(answer)).toMatchObject({ status: 400, Errors: [{ Path: field, Message: 'Required' }] })
})

test('a range whose start is not before its end is refused', async () => {
  const { as } = await reader()
  const query = { startTime: range.endTime, endTime: range.startTime }
  for (const endpoint of [alertCounts.byDevice, alertCounts.overTime, alertCounts.heatmapBySite]) {
    const answer = await call<Endpoint>(endpoint, { params: undefined, query, body: undefined }, { as })
    expect(problemOf(answer)).toMatchObject({ status: 400, Errors: [{ Path: 'startTime' }] })
  }
})

test('more alerts than a response without pages may have are refused, not truncated', async () => {
  const { as, device } = await reader()
  const { id } = await make.alert({ device })
  await app.pool.query(
    `insert into alert select (jsonb_populate_record(alert, jsonb_build_object('id', gen_random_uuid(), 'ended_at', started_at + interval '1 hour'))).*
     from alert, generate_series(1, 2000) where id = $1`,
    [id],
  )
  const refused = await call(alerts.all, {}, { as })
  expect(problemOf(refused)).toMatchObject({ status: 400, Errors: [{ Path: 'startTime' }] })
  await app.pool.query('delete from alert where id = $1', [id])
  expect((await call(alerts.all, {}, { as })).data).toHaveLength(2000)
})
