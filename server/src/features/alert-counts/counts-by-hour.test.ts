import { alertCounts } from '@eot/contract/alert-counts'
import { alerts } from '@eot/contract/alerts'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, db, make, signInAsRoot } = await testApp()
const root = await signInAsRoot()
const [hourMs, minuteMs] = [3_600_000, 60_000]
/** Clocks change in Berlin on October 25, and in New York on November 1. */
const first = Date.UTC(2026, 9, 22, 0, 17)
const last = Date.UTC(2026, 10, 4)

interface Started {
  at: number
  type: string
  siteZone: string
}

const started: Started[] = []
for (const [site, siteZone] of ['Europe/Berlin', 'America/New_York'].entries()) {
  const device = await make.device({ site: await make.site({ time_zone: siteZone }) })
  for (let at = first + site * minuteMs, count = 0; at < last; at += 37 * minuteMs, count += 1) {
    const type = ['Vape', 'CO', 'TVOC'][count % 3] ?? ''
    started.push({ at, type, siteZone })
    const [started_at, ended_at] = [new Date(at), new Date(at + minuteMs)]
    await make.alert({ device, type, started_at, ended_at })
  }
}

interface Filter {
  type?: string
  dayOfWeek?: number
  hourOfDay?: number
}
const filters: Filter[] = [
  {},
  { type: 'CO' },
  { hourOfDay: 1 },
  { dayOfWeek: 0 },
  { dayOfWeek: 0, hourOfDay: 2, type: 'Vape' },
]
const ranges = [
  [first, last],
  [first + 10 * minuteMs, last - 10 * minuteMs],
  [first + 75 * hourMs, first + 75 * hourMs + 59 * minuteMs],
  [Date.UTC(2026, 9, 25, 0, 20), Date.UTC(2026, 9, 25, 2, 50)],
] as const

function localStart(at: number, timeZone: string) {
  const { dayOfWeek, hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  return { weekday: dayOfWeek % 7, hour, startOfHour: at - minute * minuteMs }
}

const tally = (keys: readonly (string | number)[]) =>
  Object.fromEntries([...new Set(keys)].map((key) => [key, keys.filter((one) => one === key).length]))

test.each([undefined, 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
  'the alerts of the whole installation are counted right over clock changes, in time zone %s',
  async (timeZone) => {
    for (const filter of filters)
      for (const [startTime, endTime] of ranges) {
        const matching = (zoneOf: (alert: Started) => string) =>
          started.filter((alert) => {
            const { weekday, hour } = localStart(alert.at, zoneOf(alert))
            return (
              alert.at >= startTime &&
              alert.at < endTime &&
              alert.type === (filter.type ?? alert.type) &&
              weekday === (filter.dayOfWeek ?? weekday) &&
              hour === (filter.hourOfDay ?? hour)
            )
          })
        const query = { ...filter, startTime, endTime, ...(timeZone && { timeZone }) } as object
        const listed = matching(({ siteZone }) => timeZone ?? siteZone)
        const list = await call(alerts.list, { query: { ...query, rangeBy: 'Start' } }, { as: root })
        expect(list.data.Total).toBe(listed.length)
        const byType = await call(alertCounts.byType, { query }, { as: root })
        expect(byType.data.map(({ Count }) => Count).toSorted()).toEqual(
          Object.values(tally(listed.map(({ type }) => type))).toSorted(),
        )

        const map = (await call(alertCounts.heatmapBySite, { query }, { as: root })).data
        const inZone = matching(() => map.TimeZone)
        expect(
          Object.fromEntries(
            map.Cells.filter(({ Count }) => Count > 0).map(({ DayOfWeek, HourOfDay, Count }) => [
              `${DayOfWeek} ${HourOfDay}`,
              Count,
            ]),
          ),
        ).toEqual(
          tally(
            inZone.map(({ at }) => {
              const { weekday, hour } = localStart(at, map.TimeZone)
              return `${weekday} ${hour}`
            }),
          ),
        )
        const chart = await call(
          alertCounts.overTime,
          { query: { ...query, interval: 'OneHour' } },
          { as: root },
        )
        expect(
          Object.fromEntries(chart.data.Series[0]?.Points.filter(([, count]) => count > 0) ?? []),
        ).toEqual(tally(inZone.map(({ at }) => localStart(at, map.TimeZone).startOfHour)))
      }
  },
)

test('a type whose alerts have all been deleted has no series and no count', async () => {
  await db.deleteFrom('alert').where('type_key', '=', 'CO').execute()
  const query = { startTime: first, endTime: last }
  const names = (list: readonly { Name?: string | undefined }[]) => list.map(({ Name }) => Name).toSorted()
  const { data: chart } = await call(
    alertCounts.overTimeByType,
    { query: { ...query, Mode: 'Sum' } },
    { as: root },
  )
  const { data: counts } = await call(alertCounts.byType, { query }, { as: root })
  expect(names(chart.Series)).toEqual(names(counts))
  expect(counts).toHaveLength(2)
})
