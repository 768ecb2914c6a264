import { readFile } from 'node:fs/promises'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { signInToApi } from './api.ts'
import { makePerson } from './people.ts'
import { startPortal, type TestPortal } from './portal.ts'
import { makeRoom, type Room } from './rooms.ts'
import { connectSensor } from './sensor-client.ts'

export interface RoomsWithPast {
  portal: TestPortal
  siteId: string
  room: Room
  beside: Room
}

export const minute = 60_000
export const hour = 60 * minute
/** A full hour, half a day ago. */
export const start = Math.floor(Date.now() / hour) * hour - 12 * hour

/** Starts a portal with two rooms that have readings since `start`. */
export async function startRoomsWithPast(): Promise<RoomsWithPast> {
  const portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const body = { Name: 'North Hall', TimeZone: 'America/Chicago' }
  const siteId = (await ask(sites.create, { body })).Id
  const room = await makeRoom(ask, 'Room 104', siteId)
  const beside = await makeRoom(ask, 'Room 105', siteId)
  for (const [one, warmer] of [
    [room, 0],
    [beside, 3],
  ] as const) {
    const sensor = await connectSensor(portal.mqttUrl, one)
    // Ten hours with a reading each 5 minutes, but none from the fourth hour to the sixth. The humidity is stuck.
    const samples = Array.from({ length: 120 }, (_, n) => ({
      at: start + n * 5 * minute,
      readings: {
        temperature: 20 + warmer + (n % 12) / 10,
        humidity: 40.25,
        vape: n === 100 ? 90 : 1,
        CO: 1,
      },
    })).filter(({ at }) => at < start + 4 * hour || at >= start + 6 * hour)
    await sensor.publish(samples)
    await sensor.publish({ readings: { temperature: 200 } })
    await sensor.close()
  }
  return { portal, siteId, room, beside }
}

/** Adds ended alerts, the first of which began at `from`. */
export const addAlerts = (
  { sql }: TestPortal,
  { id }: Room,
  from: number,
  { count, everyMs }: { count: number; everyMs: number },
) =>
  sql(
    `insert into alert (id, device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity, started_at, ended_at)
     select gen_random_uuid(), device.no, device.id, site.id, site.path, '[]', site.name, device.name, site.time_zone, 'Temperature', 'Serious', started_at, started_at + interval '1 second'
     from device join site on site.id = device.site_id, generate_series(0, $3 - 1) n, to_timestamp(($2::float8 + n * $4) / 1000) started_at
     where device.id = $1`,
    [id, from, count, everyMs],
  )

/** Makes a person who reads in other units, or another language. */
export async function makeReader(
  portal: TestPortal,
  name: string,
  Settings: { Measurement?: 'Imperial'; Language?: 'es' },
) {
  const reader = await makePerson(portal, { name, role: 'System Administrator' })
  const ask = await signInToApi(portal.url, reader)
  const { Id } = await ask(users.me, {})
  await ask(users.update, { params: { id: Id }, body: { Settings } })
  return reader
}

/** Opens the page with the first room, if the search names no device. */
export async function openHistory(
  page: Page,
  { portal, siteId, room }: RoomsWithPast,
  search: Record<string, unknown> = {},
) {
  const { searchFilters = { range: 'last24hours' }, ...rest } = search
  const query = new URLSearchParams({ siteId, deviceId: room.id, ...(rest as Record<string, string>) })
  query.set('searchFilters', JSON.stringify(searchFilters))
  await page.goto(`${portal.url}/devices/historical-sensor-data?${query}`)
  await page.getByRole('list', { name: 'Lowest, mean and highest values' }).waitFor()
}

export const figures = (page: Page, sensor: string) =>
  page
    .getByRole('list', { name: 'Lowest, mean and highest values' })
    .getByRole('listitem')
    .filter({ hasText: sensor })
    .innerText()

export const csvOf = async (page: Page) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).focus()
  await page.keyboard.press('Enter')
  return (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
}

/** What the chart says about the first time that it shows. */
export async function firstValues(page: Page) {
  await page.getByRole('slider', { name: /Read values over time/ }).focus()
  await page.keyboard.press('Home')
  return page.getByRole('slider', { name: /Read values over time/ }).getAttribute('aria-valuetext')
}

export const statisticsRows = (page: Page) =>
  page
    .getByRole('table', { name: /^Statistics of/ })
    .getByRole('row')
    .allInnerTexts()
