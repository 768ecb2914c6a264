import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { listPageFaults } from './src/page-faults.ts'
import type { TestPortal } from './src/portal.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import {
  addAlerts,
  csvOf,
  figures,
  firstValues,
  hour,
  makeReader,
  minute,
  openHistory,
  type RoomsWithPast,
  start,
  startRoomsWithPast,
  statisticsRows,
} from './src/rooms-with-past.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

// These run in the browser. The DOM types are not loaded in e2e.
declare const createImageBitmap: (blob: Blob) => Promise<{ width: number; height: number }>
declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => {
  getContext(kind: '2d'): {
    drawImage(image: object, x: number, y: number): void
    getImageData(x: number, y: number, width: number, height: number): { data: { buffer: ArrayBuffer } }
  }
}
declare const navigator: { clipboard: { writeText(text: string): Promise<void> } }
declare const getSelection: () => { toString(): string }
declare function getComputedStyle(element: object): { fill: string }

const visit = useBrowser()
let rooms: RoomsWithPast
let portal: TestPortal
let room: Room
let siteId: string

const open = (page: Page, search?: Record<string, unknown>) => openHistory(page, rooms, search)

beforeAll(async () => {
  rooms = await startRoomsWithPast()
  ;({ portal, room, siteId } = rooms)
})
afterAll(() => portal?.stop())

test('the values of the period before are in the chart, the statistics, the table and the file', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  const searchFilters = {
    range: 'custom',
    startTime: start + 2 * hour + 15 * minute,
    endTime: start + 4 * hour + 15 * minute,
    sensors: ['temperature'],
  }
  await open(page, { searchFilters })
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('button', { name: 'The previous period' }).click()
  await page.getByRole('button', { name: 'Compared with the previous period' }).waitFor()
  await page.locator('.periods-key').getByText('The previous period').waitFor()
  await expect.poll(() => figures(page, 'Temperature')).toContain('compared: 20.6')
  // 15 minutes after a full hour are 0.3 °C; the period before has the same pattern.
  await expect
    .poll(() => firstValues(page))
    .toMatch(
      /: Temperature 20\.3 °C, Temperature, Room 104, the previous period 20\.3 °C$|: Temperature, Room 104 20\.3 °C, Temperature, Room 104, the previous period 20\.3 °C$/,
    )
  await expect
    .poll(() => statisticsRows(page))
    .toEqual([
      expect.stringContaining('Device'),
      expect.stringMatching(/Room 104\s+20\.0.*21/s),
      expect.stringMatching(
        /Room 104, the previous period\s+20\.0\s+20\.0\s+20\.\d\s+21\.1\s+21\.1\s+20\.6\s+24$/s,
      ),
    ])
  const lines = await csvOf(page)
  expect(lines[0]).toContain(',Device,')
  const past = lines.filter((line) => /,"Room 104, the previous period",.*,2[01](\.\d)?,/.test(line))
  expect(past).toHaveLength(24)
  expect(past[0]).toContain(new Date(start + 15 * minute).toISOString())
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('columnheader', { name: /Room 104, the previous period/ }).waitFor()
  await page.getByRole('button', { name: 'Stop comparing' }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('no more than six devices are chosen', async () => {
  const ask = await signInToApi(portal.url)
  const more: string[] = []
  for (const name of ['Lab 1', 'Lab 2', 'Lab 3', 'Lab 4', 'Lab 5'])
    more.push((await makeRoom(ask, name, siteId)).id)
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  const deviceId = JSON.stringify([room.id, rooms.beside.id, ...more.slice(0, 3)])
  await open(page, { deviceId })
  await page.getByRole('button', { name: '5 devices' }).click()
  await page.getByRole('checkbox', { name: /^Lab 4/ }).click()
  await page.getByText('Up to 6 devices can be shown.').waitFor()
  expect(await page.getByRole('checkbox', { name: /^Lab 5/ }).isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: /^Lab 1/ }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: /^Lab 5/ }).isEnabled()).toBe(true)
  expect(faults).toEqual([])
})

test('all alerts of the range are marked, up to a limit that is stated, and one is reached by keyboard', async () => {
  const ask = await signInToApi(portal.url)
  const busy = await makeRoom(ask, 'Room 106', siteId)
  const sensor = await connectSensor(portal.mqttUrl, busy)
  await sensor.publish([{ at: start, readings: { temperature: 20 } }])
  await sensor.close()
  await addAlerts(portal, busy, start, { count: 450, everyMs: minute })
  await addAlerts(portal, busy, start - 48 * hour, { count: 600, everyMs: minute })
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page, { deviceId: busy.id })
  const flags = page.getByRole('group', { name: 'Alerts' }).getByRole('link')
  await expect.poll(() => flags.count()).toBe(450)
  expect(await page.getByText('The chart marks').count()).toBe(0)
  await flags.first().focus()
  await page.keyboard.press('ArrowRight')
  expect(await flags.nth(1).evaluate((flag) => flag.matches(':focus'))).toBe(true)
  // The next stop is not another flag.
  await page.keyboard.press('Tab')
  expect(await page.locator('.alert-flag:focus').count()).toBe(0)
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.getByText('The chart marks the newest 1,000 of 1,050 alerts.').waitFor()
  await expect.poll(() => flags.count()).toBe(1000)
  expect(faults).toEqual([])
})

test('a link that the browser does not copy is shown, to be copied by hand', async () => {
  const reader = await makeReader(portal, 'Ana Lectora', { Language: 'es' })
  const { page, faults } = await visit()
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await haveSession(page, portal.url, reader)
  await page.goto(`${portal.url}/devices/historical-sensor-data?siteId=${siteId}&deviceId=${room.id}`)
  await page.getByRole('button', { name: 'Copiar enlace' }).click()
  const address = page.getByRole('dialog').getByLabel('Dirección')
  expect(await address.inputValue()).toContain(`deviceId=${room.id}`)
  await expect.poll(() => page.evaluate(() => getSelection().toString())).toContain(room.id)
  expect(await listPageFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await address.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('the chart is downloaded as a picture with its colors and lines', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the chart as PNG' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^sensor-data-Room 104-.*\.png$/)
  const picture = await readFile(await download.path())
  const chart = await page.getByRole('img', { name: /^Sensor data of Room 104/ }).boundingBox()
  // A PNG stores its width at byte 16, after the signature and the name of the header chunk.
  expect(picture.readUInt32BE(16)).toBe(Math.round(((chart?.width ?? 0) + 32) * 2))
  const colors = await colorsIn(page, picture)
  expect(colors.length).toBeGreaterThan(20)
  const outOfRange = page.locator('.quality-strip .OutOfRange').first()
  const [red = 0, green = 0, blue = 0] = await outOfRange.evaluate((bar) =>
    (getComputedStyle(bar).fill.match(/\d+/g) ?? []).map(Number),
  )
  expect(colors).toContain((0xff000000 | (blue << 16) | (green << 8) | red) >>> 0)
  expect(faults).toEqual([])
})

test('a range without data says so', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  const searchFilters = { range: 'custom', startTime: start - 48 * hour, endTime: start - 40 * hour }
  const query = new URLSearchParams({
    siteId,
    deviceId: room.id,
    searchFilters: JSON.stringify(searchFilters),
  })
  await page.goto(`${portal.url}/devices/historical-sensor-data?${query}`)
  await page.getByRole('heading', { name: 'No data in this time range' }).waitFor()
})

/** The colors of a picture, as numbers of four bytes: alpha, blue, green, red. */
const colorsIn = (page: Page, picture: Buffer) =>
  page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      return [...new Set(new Uint32Array(data.buffer))]
    },
    [...picture],
  )
