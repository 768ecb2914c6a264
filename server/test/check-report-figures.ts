import { alertCounts } from '@eot/contract/alert-counts'
import { type Alert, alerts } from '@eot/contract/alerts'
import { chanceOfMore } from '@eot/contract/chance'
import type { Endpoint, RequestOf } from '@eot/contract/endpoint'
import { quarantine } from '@eot/contract/quarantine'
import type { Report } from '@eot/contract/report-model'
import { reports } from '@eot/contract/reports'
import { sensors } from '@eot/contract/sensors'
import { alertTypeName, sensorNames } from '@eot/contract/shown-names'
import type { SensorKey } from '@eot/contract/vocabulary'
import { Temporal } from 'temporal-polyfill'
import { expect } from 'vitest'
import { addDays, dayAt, listDays, rangeOfPeriod } from '../src/features/reports/report-period.ts'
import { type RandomFleet, reportDays, storeFleet } from './random-reports.ts'
import { canReadPdfs, textOf } from './read-pdf.ts'
import type { As, TestApp } from './test-app.ts'

const hourMs = 3_600_000

type Cell = string | number | null
const byText = (rows: readonly (readonly Cell[])[]) =>
  rows.toSorted((a, b) => `${a}`.localeCompare(`${b}`, 'en'))
const count = <Item>(of: readonly Item[], is: (item: Item) => boolean) => of.filter(is).length
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
const toConfirm = (listed: readonly Alert[]) =>
  median(
    listed.flatMap(({ ConfirmedAt, StartAt }) =>
      ConfirmedAt === null ? [] : (Date.parse(ConfirmedAt) - Date.parse(StartAt)) / 1000,
    ),
  )
const rounded = (value: Cell | undefined): Cell | undefined =>
  typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value

/** Returns the contents of a report by the keys of its parts: the values of its tables and figures, rounded to a millionth. */
function valuesOf({ Sections }: Report) {
  const blocks = Sections.flatMap(({ Blocks }) => Blocks)
  return {
    table: (key: string): (Cell | undefined)[][] =>
      blocks
        .flatMap((block) => (block.Kind === 'Table' && block.Key === key ? block.Rows : []))
        .map((row) => row.map(({ Value }) => rounded(Value))),
    figures: Object.fromEntries(
      blocks
        .flatMap((block) => (block.Kind === 'Figures' ? block.Items : []))
        .map(({ Key, Figure }) => [Key, rounded(Figure.Value)]),
    ),
    bars: blocks.flatMap((block) => (block.Kind === 'Bars' ? block.Series : [])),
    heat: blocks.flatMap((block) => (block.Kind === 'Heatmap' ? block.Rows : [])),
    /** All printed texts of rows and figures. */
    texts: blocks.flatMap((block) =>
      block.Kind === 'Table'
        ? block.Rows.flatMap((row) => row.map(({ Text }) => Text))
        : block.Kind === 'Figures'
          ? block.Items.flatMap(({ Label, Figure, Note }) => [Label, Figure.Text, Note])
          : [],
    ),
  }
}

async function asked({ call, clock, runJobs }: TestApp, as: As, siteId: string, timeZone: string) {
  const get = async <E extends Endpoint>(endpoint: E, query: RequestOf<E>['query']) => {
    const { status, data, text } = await call(endpoint, { query } as RequestOf<E>, { as })
    if (status !== 200) throw new Error(text)
    return data
  }
  const today = dayAt(clock().getTime(), timeZone)
  const period = { firstDay: addDays(today, 1 - reportDays), lastDay: today }
  const before = { firstDay: addDays(period.firstDay, -reportDays), lastDay: addDays(period.firstDay, -1) }
  const rangeOf = (of: typeof period) => {
    const { from, to } = rangeOfPeriod(of, timeZone)
    return { startTime: from, endTime: to, timeZone }
  }
  // The period ends with today, which is not over: as much of the period before is compared.
  const body = { Day: period.firstDay, LastDay: today }
  const { data: planned } = await call(reports.create, { params: { id: siteId }, body }, { as })
  await runJobs()
  const params = { id: planned.Id }
  const { data: report, status, text } = await call(reports.read, { params }, { as })
  if (status !== 200) throw new Error(text)
  const weeksBefore = {
    ...rangeOf(before),
    startTime: rangeOfPeriod({ ...period, firstDay: addDays(period.firstDay, -56) }, timeZone).from,
  }
  const range = rangeOf(period)
  const made = Temporal.Instant.from(report.MadeAt).toZonedDateTimeISO(timeZone)
  const compared = { ...rangeOf(before), endTime: made.subtract({ days: reportDays }).epochMilliseconds }
  /** Returns the number of days of the period on which an hour of the week has begun. */
  const countBegun = (weekday: number, hour: number) =>
    count(
      listDays(period).map((day) => Temporal.PlainDate.from(day).toPlainDateTime({ hour })),
      (begin) =>
        begin.dayOfWeek % 7 === weekday && Temporal.PlainDateTime.compare(begin, made.toPlainDateTime()) < 0,
    )
  return { countBegun, get, report, reportId: planned.Id, range, before: compared, weeksBefore }
}

/** Compares every figure of the report of a random fleet with the API, and with the text of its PDF. */
export async function checkReportFigures(app: TestApp, fleet: RandomFleet): Promise<void> {
  const { server } = app
  const { campus, rooms, as } = await storeFleet(app, fleet)
  const { countBegun, get, report, reportId, range, before, weeksBefore } = await asked(
    app,
    as,
    campus.id,
    fleet.zone,
  )
  const { table, figures, bars, heat, texts } = valuesOf(report)
  const listed = await get(alerts.all, { ...range, rangeBy: 'Start' })
  const then = await get(alerts.all, { ...before, rangeBy: 'Start' })
  const madeAt = Date.parse(report.MadeAt)
  const secondsOf = ({ StartAt, EndAt }: Alert) =>
    ((EndAt === null ? madeAt : Date.parse(EndAt)) - Date.parse(StartAt)) / 1000
  const judged = (of: readonly Alert[]) => count(of, ({ Disposition }) => Disposition !== null)
  const found = (of: readonly Alert[], as: string) => count(of, ({ Disposition }) => Disposition === as)
  const typeOf = ({ Type }: Alert) => alertTypeName(Type.Key)
  const round = (rows: readonly (readonly (Cell | undefined)[])[]) => rows.map((row) => row.map(rounded))

  // Counts by type, site and device.
  const types = [...new Set([...listed, ...then].map(typeOf))]
  expect(byText(table('types') as Cell[][])).toEqual(
    byText(
      round(
        types.map((type) => {
          const [now, past] = [listed, then].map((of) => of.filter((one) => typeOf(one) === type))
          const ended = (now ?? []).filter(({ EndAt }) => EndAt !== null).map(secondsOf)
          const [n, m] = [now?.length ?? 0, past?.length ?? 0]
          return [type, n, m, n - m, median(ended), n === 0 ? null : Math.max(...(now ?? []).map(secondsOf))]
        }),
      ) as Cell[][],
    ),
  )
  const devices = await get(alertCounts.byDeviceAll, { ...range, results: 20 })
  expect(table('devices').map(([name, , , n]) => [name, n])).toEqual(
    devices.map(({ Name, Count }) => [Name, Count]),
  )
  for (const { Id, Name } of devices) {
    const mine = listed.filter(({ Device }) => Device.Id === Id)
    const past = count(then, ({ Device }) => Device.Id === Id)
    const row = table('devices').find(([name]) => name === Name)
    const byType = [...Map.groupBy(mine, typeOf)].map(([type, of]) => `${type} ${of.length}`)
    expect(row?.slice(3)).toEqual(
      [mine.length, past, mine.length - past, sum(mine.map(secondsOf))].map(rounded),
    )
    for (const one of String(row?.[2]).split(', '))
      expect([...byType, expect.stringMatching(/^other \d/)]).toContainEqual(one)
  }

  // Answers.
  const answersOf = (name: string, of: readonly Alert[]) => {
    const confirmed = count(of, ({ Confirmed }) => Confirmed)
    const found3 = (['Real', 'False', 'Unknown'] as const).map((one) => found(of, one))
    return [
      name,
      of.length,
      confirmed,
      share(confirmed, of.length),
      toConfirm(of),
      ...found3,
      of.length - judged(of),
    ]
  }
  const answered = [...Map.groupBy(listed, typeOf)].map(([type, of]) => answersOf(type, of))
  expect(byText(table('answers') as Cell[][])).toEqual(
    byText(round([...answered, ...(answered.length > 1 ? [answersOf('All', listed)] : [])]) as Cell[][]),
  )
  const longest = listed.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, 10)
  expect(table('longest').map((row) => row.at(-1))).toEqual(longest.map(secondsOf).map(rounded))
  const silent = longestOf(listed.filter(({ Type }) => Type.Key === 'Offline'))
  expect(table('silent').map(([, , from]) => from)).toEqual(silent.map(({ StartAt }) => StartAt))
  function longestOf(of: readonly Alert[]) {
    return of.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, 20)
  }

  // Charts.
  const { Series } = await get(alertCounts.overTimeByType, { ...range, Mode: 'Sum', interval: 'OneDay' })
  expect(new Map(bars.map(({ Name, Values }) => [Name, Values]))).toEqual(
    new Map(Series.map(({ Name, Points }) => [alertTypeName(Name ?? ''), Points.map(([, n]) => n)])),
  )
  const { Cells } = await get(alertCounts.heatmapBySite, range)
  for (const { DayOfWeek, HourOfDay, Count } of Cells)
    expect(heat[(DayOfWeek + 6) % 7]?.Cells[HourOfDay]?.Count ?? 0).toBe(Count)
  const past = (await get(alertCounts.heatmapBySite, weeksBefore)).Cells
  const unusual = Cells.flatMap(({ DayOfWeek, HourOfDay, Count }) => {
    const usual = past.find((cell) => cell.DayOfWeek === DayOfWeek && cell.HourOfDay === HourOfDay)
    const expected = ((usual?.Count ?? 0) / 8) * countBegun(DayOfWeek, HourOfDay)
    return Count >= 3 && chanceOfMore(Count, expected) < 0.01
      ? [[DayOfWeek * 24 + HourOfDay, Count, Math.round(expected * 10) / 10]]
      : []
  })
  expect(table('unusual').map((row) => row.slice(0, 3))).toEqual(byNumber(unusual))

  // Readings.
  const site = await get(sensors.ofSite, { ...range, interval: 'OneDay' })
  const measured = site.Series.flatMap(({ Sensor, Points }) => {
    const n = sum(Points.map(([, , , , one]) => one))
    if (n === 0) return []
    const mean = sum(Points.map(([, value, , , one]) => value * one)) / n
    const [low, high] = [Math.min(...Points.map((one) => one[2])), Math.max(...Points.map((one) => one[3]))]
    return [[sensorNames[Sensor as SensorKey], low, mean, high, n].map(rounded)]
  })
  expect(table('sensors').map((row) => row.slice(0, 5))).toEqual(measured)
  const each = await get(sensors.ofEachDevice, {
    ...range,
    type: ['temperature', 'CO'],
    interval: 'OneHour',
  })
  expect(each.Interval).toBe('OneHour')
  const hoursOf = (id: string) =>
    new Set(
      each.Series.filter(({ DeviceId }) => DeviceId === id).flatMap(({ Points }) => Points.map(([at]) => at)),
    ).size
  const latest = await get(sensors.latest, {})
  const known = rooms.filter(({ id }) => latest.some(({ Id, LatestAt }) => Id === id && LatestAt !== null))
  const passed = Math.ceil((madeAt - range.startTime) / hourMs)
  expect(figures.Online).toBe(rounded(share(sum(known.map(({ id }) => hoursOf(id))), known.length * passed)))
  expect(byText(table('online').map(([name, , , without]) => [name, without]) as Cell[][])).toEqual(
    byText(
      known
        .filter(({ id }) => hoursOf(id) < passed)
        .map(({ id, name }) => [name, (passed - hoursOf(id)) * 3600]),
    ),
  )
  const ofSites = await get(alertCounts.bySiteAll, { ...range, results: 50 })
  for (const { Id, Name, Count } of ofSites) {
    const mine = known.filter((room) => room.site?.id === Id)
    const m = count(then, ({ Site }) => Site.Id === Id)
    const online = share(sum(mine.map(({ id }) => hoursOf(id))), mine.length * passed)
    expect(table('sites').find(([name]) => name === Name)).toEqual(
      [Name, Count, m, Count - m, mine.length, online].map(rounded),
    )
  }
  const rejected = (await get(quarantine.list, { PageSize: 200 })).Items ?? []
  const reasons = [...Map.groupBy(rejected, ({ Reason }) => Reason)]
  expect(byText(table('rejected') as Cell[][])).toEqual(
    byText(
      reasons.map(([reason, of]) => [
        reason,
        sum(of.map(({ Count }) => Count)),
        new Set(of.map(({ Mac }) => Mac)).size,
      ]),
    ),
  )

  // At a glance.
  expect(figures).toMatchObject({
    Alerts: listed.length,
    Confirmed: rounded(
      share(
        count(listed, ({ Confirmed }) => Confirmed),
        listed.length,
      ),
    ),
    TimeToConfirm: rounded(toConfirm(listed)),
    FalseAlarms: rounded(share(found(listed, 'False'), judged(listed))),
    Open: count(listed, ({ EndAt }) => EndAt === null),
  })

  if (!canReadPdfs) return
  const url = `/api/reports/${reportId}/pdf`
  const { rawPayload } = await server.inject({
    url,
    headers: { authorization: `Bearer ${as.AccessToken}` },
  })
  const paper = (await textOf(rawPayload)).replaceAll(' ', '')
  for (const text of texts) expect(paper).toContain(text.replaceAll(/\s/g, ''))
}

const byNumber = (rows: readonly number[][]) => rows.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
