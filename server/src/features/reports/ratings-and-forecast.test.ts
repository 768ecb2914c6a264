import { forecast } from '@eot/contract/forecast'
import { ratings } from '@eot/contract/ratings'
import type { Report, ReportTable } from '@eot/contract/report-model'
import { reports } from '@eot/contract/reports'
import { expect, test } from 'vitest'
import { campusWithAlerts } from '../../../test/campus-with-alerts.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { forecastQueries } from '../forecast/forecasts.queries.ts'
import { rateDue } from '../ratings/index.ts'
import { addDays, dayAt, listDays, periodWith, rangeOfPeriod } from './report-period.ts'

const app = await testApp()
const { call, clock, db, ingest, make, signIn } = app
const timeZone = 'America/Chicago'
const today = dayAt(clock().getTime(), timeZone)
/** The last complete week. */
const week = periodWith('Pdf-Weekly', addDays(today, -7))
const span = rangeOfPeriod(week, timeZone)

type As = Awaited<ReturnType<typeof signIn>>

async function viewOf(siteId: string, as: As, query: object = {}): Promise<Report> {
  const request = {
    params: { id: siteId },
    query: { type: 'Pdf-Weekly', day: week.firstDay, ...query },
  } as const
  return (await call(reports.view, request, { as })).data
}
const blocksOf = (report: Report, key: string) => report.Sections.find(({ Key }) => Key === key)?.Blocks ?? []
const rowsOf = (report: Report, key: string) =>
  blocksOf(report, key)
    .find((block): block is ReportTable => block.Kind === 'Table')
    ?.Rows.map((row) => row.map(({ Value }) => Value))
const figuresOf = (report: Report, key: string) =>
  Object.fromEntries(
    blocksOf(report, key)
      .flatMap((block) => (block.Kind === 'Figures' ? block.Items : []))
      .map(({ Key, Figure, Note }) => [Key, [Figure.Value, Note]]),
  )

test('the scores of a week are those of the page of ratings, and its rooms are listed with the worst first', async () => {
  const site = await make.site({ time_zone: timeZone })
  const as = await signIn({ site })
  const room = (name: string) =>
    make.device({ site, name, settings: JSON.stringify({ ReportInterval: 1200 }) as never }) // stored as it is
  const [fresh, stuffy, silent] = [await room('Fresh'), await room('Stuffy'), await room('Silent')]
  const steps = Array.from({ length: 9 * 72 }, (_, n) => span.to - n * 1_200_000).toReversed()
  for (const [device, eco2] of [
    [fresh, 600],
    [stuffy, 1500],
  ] as const)
    await sendSamples(
      ingest,
      device.mac,
      steps.map((at, n) => ({ at, readings: { ECO2: eco2 + (n % 7) * 60, temperature: 17 + (n % 50) / 5 } })),
    )
  await rateDue(db, Date.now() + 60_000)
  const scoreOf = async (Type: 'AirQuality' | 'Comfort', DeviceId?: string) =>
    (
      await call(
        ratings.overTime,
        {
          query: {
            Type,
            startDate: span.from,
            endDate: span.to,
            interval: 'OneDay',
            ...(DeviceId && { DeviceId: [DeviceId] }),
          },
        },
        { as },
      )
    ).data.Score
  const report = await viewOf(site.id, as)
  const air = await scoreOf('AirQuality')
  expect(air).toBeGreaterThan(0)
  expect(figuresOf(report, 'Ratings')).toMatchObject({
    AirQuality: [air, expect.stringContaining('the week before')],
    Comfort: [await scoreOf('Comfort'), expect.any(String)],
  })
  const rows = rowsOf(report, 'Ratings') ?? []
  expect(rows.map(([name, , , , days]) => [name, days])).toEqual([
    ['Stuffy', 7],
    ['Fresh', 7],
  ])
  expect(Number(rows[0]?.[2])).toBeLessThan(Number(rows[1]?.[2]))
  const only = await viewOf(site.id, as, { deviceId: [stuffy.id], sections: ['Ratings'] })
  expect(figuresOf(only, 'Ratings').AirQuality?.[0]).toBe(rows[0]?.[2])
  const nothing = await viewOf(site.id, as, { deviceId: [silent.id], sections: ['Ratings'] })
  expect(figuresOf(nothing, 'Ratings')).toEqual({})
  expect(blocksOf(nothing, 'Ratings').at(-1)).toMatchObject({
    Note: 'No room had enough readings on any day.',
  })
})

test('the forecasts of a week are those made before each day, with the actual counts', async () => {
  const { campus, as, devices } = await campusWithAlerts(app)
  await db.updateTable('site').set({ time_zone: timeZone }).where('id', '=', campus.id).execute()
  const empty = await viewOf(campus.id, as)
  expect(figuresOf(empty, 'Forecast')).toEqual({})
  const made = listDays({ firstDay: addDays(week.firstDay, -1), lastDay: week.lastDay }).map((day, n) => ({
    site_id: campus.id,
    type_key: '',
    day,
    made_at: clock(),
    mean: 4.25 + n,
    low50: 3,
    high50: 6,
    low80: 2,
    high80: 8,
    last_week: n,
    hour_means: [],
    hour_lows: [],
    hour_highs: [],
    count: n + 3,
    hour_counts: [],
  }))
  await forecastQueries(db).insertAlertForecasts(made)
  const { Scored } = (await call(forecast.weekly, { query: { SiteId: campus.id } }, { as })).data
  const ofWeek = Scored.filter(({ Date: day }) => day >= week.firstDay)
  expect(ofWeek).toHaveLength(7)
  const report = await viewOf(campus.id, as)
  expect(rowsOf(report, 'Forecast')).toEqual(
    ofWeek.map(({ Date: day, Mean, Low80, High80, Count, LastWeek }) => [
      day,
      Math.round(Mean * 10) / 10,
      Low80,
      High80,
      Count,
      LastWeek,
    ]),
  )
  const inside = ofWeek.filter(({ Count, Low80, High80 }) => Count >= Low80 && Count <= High80).length
  expect(figuresOf(report, 'Forecast')).toEqual({
    ForecastInside: [inside / 7, `${inside} of 7`],
    ForecastMiss: [1.3, '3 if every day were as a week before'],
  })
  const [device] = devices
  const ofDevice = await viewOf(campus.id, as, { deviceId: [device?.id], sections: ['Forecast'] })
  expect(blocksOf(ofDevice, 'Forecast').at(-1)).toMatchObject({
    Note: 'Forecasts are made of whole sites, not of chosen devices.',
  })
})
