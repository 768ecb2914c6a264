import { alertCounts } from '@eot/contract/alert-counts'
import { alerts } from '@eot/contract/alerts'
import type { Report, ReportTable } from '@eot/contract/report-model'
import { reports } from '@eot/contract/reports'
import { alertTypeName } from '@eot/contract/shown-names'
import { describe, expect, test } from 'vitest'
import { campusWithAlerts, chicago } from '../../../test/campus-with-alerts.ts'
import { canReadPdfs, linksIn, structureOf, textOf } from '../../../test/read-pdf.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, db, make, server } = app

const tableOf = (report: Report, key: string): ReportTable => {
  const found = report.Sections.flatMap(({ Blocks }) => Blocks).find(
    (block) => block.Kind === 'Table' && block.Key === key,
  )
  if (found?.Kind !== 'Table') throw new Error(`no table ${key}`)
  return found
}
const valuesOf = (report: Report, key: string) =>
  tableOf(report, key).Rows.map((row) => row.map(({ Value }) => Value))
const figuresIn = (report: Report) =>
  Object.fromEntries(
    report.Sections.flatMap(({ Blocks }) => Blocks)
      .flatMap((block) => (block.Kind === 'Figures' ? block.Items : []))
      .map(({ Key, Figure }) => [Key, Figure.Value]),
  )
const blockOf = <Kind extends string>(report: Report, kind: Kind) =>
  report.Sections.flatMap(({ Blocks }) => Blocks).find(({ Kind }) => Kind === kind) as
    | Extract<Report['Sections'][number]['Blocks'][number], { Kind: Kind }>
    | undefined
const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

async function pdfAt(url: string, token: string): Promise<Buffer> {
  const response = await server.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })
  expect(response.headers['content-type']).toBe('application/pdf')
  return response.rawPayload
}

describe('the report of a month', async () => {
  const { campus, schools, get, as } = await campusWithAlerts(app)
  const [east] = schools
  // Half of them are answered.
  const all = await db
    .selectFrom('alert')
    .where(
      'site_id',
      'in',
      schools.map(({ id }) => id),
    )
    .select(['id', 'started_at'])
    .execute()
  for (const [n, { id, started_at: at }] of all.entries())
    if (n % 2 === 0)
      await db
        .updateTable('alert')
        .set({
          confirmed: true,
          confirmed_by: as.user.id,
          confirmed_at: new Date(at.getTime() + 60_000 * (1 + (n % 17))),
          disposition: (['Real', 'False', 'Unknown'] as const)[n % 3] ?? null,
        })
        .where('id', '=', id)
        .execute()
  const view = async (
    query: Parameters<typeof call<typeof reports.view>>[1] extends infer R
      ? R extends { query?: infer Q }
        ? Q
        : never
      : never,
  ) => {
    const { status, data, text } = await call(reports.view, { params: { id: campus.id }, query }, { as })
    if (status !== 200) throw new Error(text)
    return data
  }
  const query = { type: 'Pdf-Monthly', day: '2026-10-31' } as const
  const report = await view(query)
  const range = {
    startTime: Date.parse(report.StartAt),
    endTime: Date.parse(report.EndAt),
    timeZone: chicago,
  }
  const before = {
    startTime: Date.parse('2026-09-01T00:00:00-05:00'),
    endTime: range.startTime,
    timeZone: chicago,
  }
  const listed = await get(alerts.all, { ...range, rangeBy: 'Start' })

  test('is of the calendar month in the time zone of the site', () => {
    expect(report).toMatchObject({
      Name: 'Monthly report',
      Period: 'October 2026',
      FirstDay: '2026-10-01',
      LastDay: '2026-10-31',
      StartAt: '2026-10-01T05:00:00.000Z',
      EndAt: '2026-11-01T05:00:00.000Z',
      TimeZone: chicago,
    })
    expect(report.SitePath.map(({ Name }) => Name)).toEqual(['Campus'])
    expect(listed.length).toBeGreaterThan(50)
  })

  test('counts by type, site and device as the screens do, and compares with the period before', async () => {
    const counts = async (
      endpoint: typeof alertCounts.byType | typeof alertCounts.bySiteAll,
      of: typeof range,
    ) => new Map((await get(endpoint, of)).map(({ Name, Count }) => [alertTypeName(Name), Count]))
    for (const [key, endpoint] of [
      ['types', alertCounts.byType],
      ['sites', alertCounts.bySiteAll],
    ] as const) {
      const [now, then] = [await counts(endpoint, range), await counts(endpoint, before)]
      const rows = valuesOf(report, key)
      expect(new Map(rows.map(([name, count]) => [name, count]))).toEqual(now)
      for (const [name, count, past, change] of rows)
        expect([name, past, change]).toEqual([
          name,
          then.get(String(name)) ?? 0,
          Number(count) - Number(past),
        ])
    }
    const devices = await get(alertCounts.byDeviceAll, { ...range, results: 20 })
    expect(valuesOf(report, 'devices').map(([name, , , count]) => [name, count])).toEqual(
      devices.map(({ Name, Count }) => [Name, Count]),
    )
  })

  test('has the days and the hours of the charts', async () => {
    const { Series } = await get(alertCounts.overTimeByType, { ...range, Mode: 'Sum', interval: 'OneDay' })
    const bars = blockOf(report, 'Bars')
    expect(bars?.Labels).toHaveLength(31)
    expect(new Map(bars?.Series.map(({ Name, Values }) => [Name, Values]))).toEqual(
      new Map(
        Series.map(({ Name, Points }) => [alertTypeName(Name ?? ''), Points.map(([, count]) => count)]),
      ),
    )
    const { Cells } = await get(alertCounts.heatmapBySite, range)
    const rows = blockOf(report, 'Heatmap')?.Rows ?? []
    expect(rows.map(({ Label }) => Label)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    for (const { DayOfWeek, HourOfDay, Count } of Cells)
      expect(rows[(DayOfWeek + 6) % 7]?.Cells[HourOfDay]?.Count).toBe(Count)
  })

  test('shows how alerts were handled and how fast, like the list of alerts', () => {
    const confirmed = listed.filter(({ Confirmed }) => Confirmed)
    const of = (disposition: string) => listed.filter(({ Disposition }) => Disposition === disposition).length
    const figures = figuresIn(report)
    expect(figures).toMatchObject({
      Alerts: listed.length,
      Confirmed: confirmed.length / listed.length,
      FalseAlarms: of('False') / (of('Real') + of('False') + of('Unknown')),
      Open: 0,
      TimeToConfirm: median(
        confirmed.map(
          ({ StartAt, ConfirmedAt }) => (Date.parse(ConfirmedAt ?? '') - Date.parse(StartAt)) / 1000,
        ),
      ),
    })
    expect(valuesOf(report, 'answers').at(-1)).toEqual([
      'All',
      listed.length,
      confirmed.length,
      figures.Confirmed,
      figures.TimeToConfirm,
      of('Real'),
      of('False'),
      of('Unknown'),
      listed.length - of('Real') - of('False') - of('Unknown'),
    ])
    const longest = listed.map(({ Duration }) => Duration).toSorted((a, b) => b - a)
    expect(valuesOf(report, 'longest').map((row) => row.at(-1))).toEqual(longest.slice(0, 10))
  })

  test('links each figure to exactly the alerts that it counts', async () => {
    for (const [cell, count] of [
      ...tableOf(report, 'types').Rows.map((row) => [row[0], row[1]?.Value] as const),
      ...tableOf(report, 'sites').Rows.map((row) => [row[0], row[1]?.Value] as const),
      ...tableOf(report, 'devices').Rows.map((row) => [row[0], row[3]?.Value] as const),
    ]) {
      const search = new URL(cell?.Link ?? '', 'https://portal.example.org').searchParams
      const filters = JSON.parse(search.get('searchFilters') ?? '{}')
      const { range: _range, device: deviceId, site: atSiteId, ...others } = filters
      const found = await get(alerts.list, {
        SiteId: search.get('siteId') ?? '',
        ...others,
        deviceId,
        atSiteId,
        CountOnly: true,
      })
      expect([cell?.Text, found.Total]).toEqual([cell?.Text, count])
    }
  })

  test('links each hour of the week to exactly the alerts that it counts, in sites of two time zones', async () => {
    const cells = blockOf(report, 'Heatmap')?.Rows.flatMap(({ Cells }) => Cells) ?? []
    const counted = cells.filter(({ Count }) => Count > 0)
    expect(counted.length).toBeGreaterThan(100)
    for (const { Count, Link } of counted.filter((_cell, n) => n % 4 === 0)) {
      const search = new URL(Link ?? '', 'https://portal.example.org').searchParams
      const { startTime, endTime, rangeBy, days, hours, timeZone } = JSON.parse(
        search.get('searchFilters') ?? '{}',
      )
      const found = await get(alerts.list, {
        SiteId: search.get('siteId') ?? '',
        startTime,
        endTime,
        rangeBy,
        dayOfWeek: days,
        hourOfDay: hours.slice(0, 1),
        timeZone,
        CountOnly: true,
      })
      expect([Link, found.Total]).toEqual([Link, Count])
    }
  })

  test('can be limited to devices and to sections, in their order', async () => {
    const [device] = await get(alertCounts.byDeviceAll, { ...range, results: 1 })
    const limited = await view({ ...query, deviceId: [device?.Id ?? ''], sections: ['Types', 'Summary'] })
    expect(limited.Sections.map(({ Key }) => Key)).toEqual(['Types', 'Summary'])
    expect(figuresIn(limited).Alerts).toBe(device?.Count)
  })

  test('is shown as PDF with the same texts, and every table as CSV with the same figures', async () => {
    const pdf = await pdfAt(
      `/sites/${campus.id}/reports/view/pdf?type=Pdf-Monthly&day=2026-10-31`,
      as.AccessToken,
    )
    expect(pdf.length).toBeLessThan(2_000_000)
    const { text: csv } = await call(
      reports.viewTable,
      { params: { id: campus.id }, query: { ...query, table: 'types' } },
      { as },
    )
    const lines = csv.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual(
      valuesOf(report, 'types').map(([name, count]) => [name, String(count)]),
    )
    if (!canReadPdfs) return
    const text = await textOf(pdf)
    for (const part of [report.Headline, report.Period, ...report.Sections.map(({ Title }) => Title)])
      expect(text).toContain(part)
    for (const [name, count] of valuesOf(report, 'types')) expect(text).toContain(`${name} ${count}`)
    expect(await linksIn(pdf)).toContain('https://portal.example.org/reports/alerts?siteId=')
    expect(await structureOf(pdf)).toMatch(/H1 \(block\)/)
  })

  test('is in the units and the clock format of the reader', async () => {
    await db
      .updateTable('app_user')
      .set({ settings: JSON.stringify({ Measurement: 'Imperial', Clock: '24h' }) })
      .where('id', '=', as.user.id)
      .execute()
    expect((await view(query)).Made).toMatch(/, \d\d:\d\d \(America\/Chicago\)$/)
    expect((await view({ ...query, clock: '12h' })).Made).toMatch(/, \d+:\d\d [AP]M \(America\/Chicago\)$/)
    expect((await view(query)).Measurement).toBe('Imperial')
  })

  test('of a site below leaves out the others, and states if nothing happened', async () => {
    const own = {
      params: { id: east?.id ?? '' },
      query: { ...query, sections: ['Summary', 'Sites'] as const },
    }
    const { data } = await call(reports.view, own as never, { as })
    expect(valuesOf(data, 'sites').map(([name]) => name)).toEqual(['East'])
    const quiet = await make.site({ parent: campus, name: 'Quiet' })
    const nothing = (
      await call(reports.view, { params: { id: quiet.id }, query: { type: 'Pdf-Weekly' } }, { as })
    ).data
    expect(nothing.Headline).toBe('No alerts')
    expect(nothing.Lede).toBe('No alerts started in this period. No device has reported.')
  })

  test.each([
    [{ type: 'Custom', day: '2099-01-01' }, 'day', 'Must not be in the future'],
    [
      { type: 'Custom', day: '2026-11-09', lastDay: '2026-11-08' },
      'lastDay',
      'Must not be before the first day',
    ],
    [
      { type: 'Custom', day: '2016-01-01', lastDay: '2026-01-01' },
      'lastDay',
      'A report covers at most 366 days',
    ],
    [{ type: 'Pdf-Weekly', lastDay: '2026-11-08' }, 'lastDay', 'Only for a chosen period'],
    [{ type: 'Pdf-Weekly', day: '1999-12-31' }, 'day', 'Must not be before 2000-01-01'],
  ] as const)('of %j is refused', async (wish, Path, Message) => {
    const answer = await call(reports.view, { params: { id: campus.id }, query: wish }, { as })
    expect(problemOf(answer)).toMatchObject({ status: 400, Errors: [{ Path, Message }] })
  })
})
