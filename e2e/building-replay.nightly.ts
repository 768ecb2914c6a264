import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Alert, alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import type { Interval } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import { macOf } from '@eot/fleet/plan-replay'
import { replayFiles } from '@eot/fleet/replay-csv'
import { checkSeries } from '@eot/server/test/check-series'
import { intervalStartOf } from '@eot/server/test/series-oracle'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type ExpectedAlert, expectedAlerts } from './src/expected-alerts.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { type RecordedRoom, readRecordedRooms, recordedKinds, shifted } from './src/recorded-rooms.ts'
import { haveSession } from './src/screens.ts'
import { alertRows } from './src/shown-alerts.ts'

// Third-party recordings, not part of the repository; the tests are skipped without them.
const recordings = process.env.RECORDINGS_DIR ?? fileURLToPath(new URL('../../shared/data', import.meta.url))
const building = `${recordings}/building`
const isThere = existsSync(building)

const timeZone = 'America/Los_Angeles'
const weekMs = 7 * 86_400_000
const hourMs = 3_600_000
const rule = { RaiseLevel: 560, ClearLevel: 540, RaiseHold: 300, ClearHold: 300, Cooldown: 3600 }

const visit = useBrowser()

const title = isThere ? '23 recorded rooms' : `23 recorded rooms (there is no folder ${building})`

describe.skipIf(!isThere)(title, () => {
  let portal: TestPortal
  let ask: Ask
  let siteId: string
  let rooms: RecordedRoom[]
  let expected: ExpectedAlert[]
  const deviceIds = new Map<string, string>()

  beforeAll(async () => {
    portal = await startPortal()
    ask = await signInToApi(portal.url)
    const site = { Name: 'Building', TimeZone: timeZone, Settings: { Rules: { ECO2: rule } } }
    siteId = (await ask(sites.create, { body: site })).Id
    const recorded = readRecordedRooms(building)
    const made = []
    for (const { name } of recorded) {
      const body = { Name: name, Mac: macOf(name), SiteId: siteId }
      const { Id, Mac, DeviceKey } = await ask(devices.create, { body })
      deviceIds.set(name, Id)
      made.push({ name, mac: Mac, key: DeviceKey })
    }

    // Rows are a minute apart: the row at the one-week limit is already history, and the next one is not yet.
    const endMs = Math.floor(Date.now() / 1000) * 1000 - 1000
    const result = await replayFiles({
      path: building,
      devices: made,
      to: { mqttUrl: portal.mqttUrl },
      speed: 'max',
      timeZone,
      shiftToMs: endMs,
    })
    const lastMs = Math.max(...recorded.map(({ rows }) => rows.at(-1)?.at ?? 0))
    rooms = recorded.map((room) => shifted(room, endMs - lastMs))
    expected = rooms.flatMap((room) => expectedAlerts(room, rule, endMs + 1000 - weekMs))
    expect(result.plan).toMatchObject({ rowsSkipped: 0, shiftMs: endMs - lastMs })
    expect(result.acknowledged).toBe(result.plan.rowsRead)
    expect(result.plan.distinctRows).toBe(rooms.reduce((sum, { rows }) => sum + rows.length, 0))
  }, 150_000)

  afterAll(() => portal?.stop())

  test('are stored row by row, every value', async () => {
    for (const { name, rows } of rooms) {
      const stored = await portal.sql<{ at: string; values: number[] }>(
        `select extract(epoch from at)::float8 * 1000 as at, array[eco2, humidity, light, motion, temperature] as values
         from every_reading where device_no = (select no from device where id = $1) order by at`,
        [deviceIds.get(name)],
      )
      expect(stored.map(({ at, values }) => ({ at, values }))).toEqual(rows)
    }
    const counts = await portal.sql(
      'select (select count(*) from every_reading) as stored, (select count(*) from quarantine) as refused',
    )
    expect(counts).toEqual([{ stored: rooms.reduce((sum, { rows }) => sum + rows.length, 0), refused: 0 }])
  })

  test('give the same figures as the files in every call and interval, before and after compaction', async () => {
    const devices = rooms.map(({ name, rows }) => ({
      id: deviceIds.get(name) ?? '',
      samples: rows.map(({ at, values }) => ({
        at,
        readings: Object.fromEntries(
          recordedKinds.map((kind, column) => [kind, values[column] ?? Number.NaN]),
        ),
      })),
    }))
    const building = { id: siteId, timeZone, devices, kinds: recordedKinds }
    const all = { from: Math.min(...rooms.map(({ rows }) => rows[0]?.at ?? 0)), to: Date.now() }
    const middle = intervalStartOf('OneHour', (all.from + all.to) / 2, timeZone)
    // For 23 rooms and five kinds, a response allows at most 869 points per series.
    const mostHours: Partial<Record<Interval, number>> = { Raw: 12, OneMinute: 12, FiveMinutes: 2 * 24 }
    const rangesOf = (interval: Interval) => {
      const hours = mostHours[interval]
      if (hours === undefined) return [all]
      return [{ from: middle - (hours / 2) * hourMs, to: middle + (hours / 2) * hourMs }]
    }
    await checkSeries(ask, building, rangesOf)
    // The program itself makes past days compact every ten minutes, so there may be nothing left to do.
    await portal.compact()
    const [left] = await portal.sql<{ count: number }>(
      "select count(*)::int as count from reading where at < now() - interval '3 days'",
    )
    expect(left).toEqual({ count: 0 })
    await checkSeries(ask, building, rangesOf)
  })

  test('raise and end the alerts of the last week as required by the rule, with their peaks', async () => {
    const stored: Alert[] = []
    for (let Page = 0, Total = 1; stored.length < Total; Page++) {
      const list = await ask(alerts.list, { query: { type: ['ECO2'], PageSize: 200, Page } })
      stored.push(...(list.Items ?? []))
      Total = list.Total
    }
    const asExpected = stored.map(({ Device, StartAt, EndAt, Value, Peak }) => ({
      room: Device.Name,
      startAt: Date.parse(StartAt),
      endAt: EndAt && Date.parse(EndAt),
      value: Value,
      peak: Peak,
    }))
    const inOrder = <A extends { room: string; startAt: number }>(list: A[]) =>
      list.toSorted((a, b) => a.room.localeCompare(b.room) || a.startAt - b.startAt)
    expect(inOrder(asExpected)).toEqual(inOrder(expected))
    expect(expected.length).toBeGreaterThan(24)
  })

  test('show their alerts on the alerts page, newest first', async () => {
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/alerts?siteId=${siteId}`)
    await page.getByRole('button', { name: 'Last 28 days' }).click()
    await page.getByRole('search').getByRole('button', { name: /^Type/ }).click()
    await page.getByRole('dialog', { name: 'Type' }).getByRole('checkbox', { name: /CO2/ }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Alerts' }).getByText(`${expected.length} alerts`).waitFor()
    const newest = expected.toSorted((a, b) => b.startAt - a.startAt).slice(0, 25)
    const startsShown = () =>
      alertRows(page).evaluateAll((rows) =>
        rows.map((row) => Date.parse(row.querySelector('time')?.getAttribute('datetime') ?? '')),
      )
    await expect.poll(startsShown).toEqual(newest.map(({ startAt }) => startAt))
    const names = await alertRows(page).getByRole('link').allInnerTexts()
    expect(names.toSorted()).toEqual(newest.map(({ room }) => room).toSorted())
    expect(faults).toEqual([])
  })
})
