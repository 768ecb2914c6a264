import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import type { TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
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
declare const navigator: { clipboard: { readText(): Promise<string> } }
declare function getComputedStyle(element: object): { fillOpacity: string }

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

const statistics = (page: Page, sensor: string) =>
  page
    .getByRole('table', { name: /^Statistics of Room 104/ })
    .getByRole('row')
    .filter({ hasText: sensor })
    .innerText()

test('shows the figures of each sensor, the gap in the data and the alerts', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  await expect.poll(() => figures(page, 'Temperature')).toMatch(/20\.0[\s\S]*20\.5[\s\S]*21\.1/)
  // Lowest, 5%, median, 95% and highest of 96 readings.
  await expect
    .poll(() => statistics(page, 'Temperature'))
    .toMatch(/20\.0\s+20\.0\s+20\.5\s+21\.1\s+21\.1\s+20\.\d\s+96/)
  await page.getByText('They and the median are exact.').waitFor()
  await page.getByText(/^No data: .* to /).waitFor()
  await page.getByRole('link', { name: /^Vape, Room 104: raised/ }).waitFor()
  await page.getByRole('link', { name: /^Vape, Room 104: raised/ }).click({ position: { x: 6, y: 9 } })
  await page.getByLabel('Alert details').getByText('Room 104').first().waitFor()
  expect(faults).toEqual([])
})

rare('which sensors are shown stays in the address, and so does the range', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  await page.getByRole('button', { name: 'Humidity', pressed: true }).click()
  await page.getByRole('button', { name: 'CO', exact: true }).click()
  await page.reload()
  await page.getByRole('button', { name: 'CO', exact: true, pressed: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Humidity', pressed: false }).count()).toBe(1)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect
    .poll(() => JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}').range)
    .toBe('custom')
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.getByText('Mean of 15 minutes').waitFor()
  expect(faults).toEqual([])
})

rare('dragging across the chart shows that time in more detail', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  const chart = page.getByRole('img', { name: /^Sensor data of Room 104/ })
  const box = await chart.boundingBox()
  if (!box) throw new Error('the chart has no size')
  await page.mouse.move(box.x + box.width * 0.5, box.y + 80)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.75, box.y + 80, { steps: 4 })
  const brush = chart.locator('.brush')
  // The lines below the selection stay visible.
  expect(await brush.evaluate((area) => Number(getComputedStyle(area).fillOpacity))).toBeLessThan(0.3)
  await page.mouse.up()
  await brush.waitFor({ state: 'detached' })
  const filters = () => JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}')
  await expect.poll(() => filters().range).toBe('custom')
  const { startTime, endTime } = filters()
  expect(endTime - startTime).toBeGreaterThan(5 * hour)
  expect(endTime - startTime).toBeLessThan(8 * hour)
  expect(faults).toEqual([])
})

rare(
  'several devices share a chart, a readout, statistics and a file, and are added and removed by keyboard',
  async () => {
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await open(page, { searchFilters: { range: 'last24hours', sensors: ['temperature'] } })
    await page.getByRole('button', { name: 'Compare', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Find a device' }).focus()
    await page.keyboard.type('105')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    const legend = page.getByRole('list', { name: 'Compared devices' })
    await expect
      .poll(() => legend.getByRole('listitem').allInnerTexts())
      .toEqual(['A\nRoom 104', 'B\nRoom 105'])
    expect(new URL(page.url()).searchParams.get('deviceId')).toBe(JSON.stringify([room.id, rooms.beside.id]))
    await expect
      .poll(() => firstValues(page))
      .toMatch(/Temperature, Room 104 20\.0 °C, Temperature, Room 105 23\.0 °C$/)
    await expect
      .poll(() => statisticsRows(page))
      .toEqual([
        expect.stringContaining('Device'),
        expect.stringMatching(/A\s*Room 104\s+20\.0.*21\.1.*96$/s),
        expect.stringMatching(/B\s*Room 105\s+23\.0.*24\.1.*96$/s),
      ])
    await page.getByText('With several devices, the chart shows no').waitFor()
    const lines = await csvOf(page)
    expect(lines.filter((line) => /,Room 105,.*,23(\.\d)?,23/.test(line))).toHaveLength(80)
    await legend.getByRole('button', { name: 'Remove Room 104 from the comparison' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => firstValues(page)).toMatch(/: Temperature 23\.0 °C$/)
    expect(new URL(page.url()).searchParams.get('deviceId')).toBe(rooms.beside.id)
    // As other programs write a list.
    await page.goto(
      `${portal.url}/devices/historical-sensor-data?siteId=${siteId}&deviceId=${rooms.beside.id}&deviceId=${room.id}`,
    )
    await expect
      .poll(() => legend.getByRole('listitem').allInnerTexts())
      .toEqual(['A\nRoom 105', 'B\nRoom 104'])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as Parquet' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^sensor-data-Room 105-Room 104-.*\.parquet$/)
    expect(faults).toEqual([])
  },
)

test('on a phone, with 12-hour times, a device, sensor and range are chosen, a value is read and the file saved by keyboard', async () => {
  const { page, faults } = await visit({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  await haveSession(page, portal.url)
  await open(page)
  const press = async (name: string | RegExp, key = 'Enter') => {
    await page.getByRole('button', { name }).first().focus()
    await page.keyboard.press(key)
  }
  await page.getByRole('combobox', { name: 'Device' }).focus()
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('Find a device').or(page.getByLabel('Find a device')).first().waitFor()
  await page.keyboard.type('105')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: /^Statistics of Room 105/ }).waitFor()
  await press(/^Last 24 hours/)
  await press('Last 12 hours')
  await press('Humidity', 'Space')
  await press('Vape', 'Space')
  await expect.poll(() => firstValues(page)).toMatch(/\d?\d:\d\d [AP]M: Temperature 2[34]\.\d °C$/)
  // The time axis and the gaps.
  await expect.poll(() => page.locator('.history-chart svg').innerHTML()).toMatch(/>\d?\d(:\d\d)? [AP]M</)
  expect(await page.getByText(/^No data: /).innerText()).toMatch(/\d?\d:\d\d [AP]M to /)
  const lines = await csvOf(page)
  expect(lines.find((line) => line.includes(',23,23,23,'))).toBeDefined()
  expect(faults).toEqual([])
})

rare('the values at a time are read by keyboard, in the units of the reader', async () => {
  const reader = await makeReader(portal, 'Imperial Reader', { Measurement: 'Imperial' })
  const { page, faults } = await visit({ locale: 'en-US' })
  await haveSession(page, portal.url, reader)
  await open(page, { searchFilters: { range: 'last24hours', sensors: ['temperature'] } })
  const slider = page.getByRole('slider', { name: /Read values over time/ })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain('Temperature 68.0 °F')
  expect(faults).toEqual([])
})

test('below each chart a strip shows where values are missing or bad, which a list says in words', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  const notes = page.getByRole('group').filter({ hasText: 'Data quality' })
  await notes.getByText('findings').click()
  const found = () => notes.getByRole('listitem').allInnerTexts()
  await expect.poll(found).toContainEqual(expect.stringMatching(/^no data, .* to .*: all sensors shown$/))
  const texts = await found()
  expect(texts.filter((text) => /^stuck at one value, .*: Humidity$/.test(text))).toHaveLength(2)
  expect(texts.filter((text) => /^out of range, .*: Temperature$/.test(text))).toHaveLength(1)
  // As wide as its share of the hours that the chart shows.
  const stuck = await page.locator('.quality-strip .Stuck').first().boundingBox()
  const strip = await page.locator('.quality-strip line').first().boundingBox()
  const range = JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}')
  const shownHours = (range.endTime - range.startTime) / hour
  expect((shownHours * (stuck?.width ?? 0)) / (strip?.width ?? 1)).toBeCloseTo(4 - 1 / 12, 1)
  expect(await page.locator('.quality-strip .Stuck title').first().textContent()).toMatch(
    /^stuck at one value, /,
  )
  expect(faults).toEqual([])
})

test('the table and the CSV have the numbers of the chart', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const table = page.getByRole('table', { name: /^Sensor data of Room 104/ })
  await expect.poll(() => table.getByRole('row').count()).toBe(97)
  expect(await table.getByRole('row').last().innerText()).toContain('20.0')
  const lines = await csvOf(page)
  // With rows for the gaps before, within and after the readings.
  expect(lines).toHaveLength(100)
  expect(lines[0]).toContain('Time (UTC),Time (America/Chicago)')
  expect(lines[1]).toContain(',no data')
  expect(lines[2]).toContain(`${new Date(start).toISOString()},`)
  expect(lines[2]).toContain(',stuck at one value')
  expect(faults).toEqual([])
})

test('readings and alerts of a past range that arrive late appear on the open page', async () => {
  const ask = await signInToApi(portal.url)
  const late = await makeRoom(ask, 'Room 107', siteId)
  const sensor = await connectSensor(portal.mqttUrl, late)
  const at = start - 30 * hour
  await sensor.publish([{ at, readings: { temperature: 20 } }])
  const { page, faults } = await visit()
  await page.clock.install()
  await haveSession(page, portal.url)
  const searchFilters = { range: 'custom', startTime: at - hour, endTime: at + 3 * hour }
  await open(page, { deviceId: late.id, searchFilters })
  await expect.poll(() => figures(page, 'Temperature')).toMatch(/20\.0[\s\S]*20\.0[\s\S]*20\.0/)
  await sensor.publish([{ at: at + hour, readings: { temperature: 30 } }])
  await sensor.close()
  await addAlerts(portal, late, at + hour, { count: 1, everyMs: minute })
  await page.clock.fastForward(61_000)
  await expect.poll(() => figures(page, 'Temperature')).toMatch(/20\.0[\s\S]*25\.0[\s\S]*30\.0/)
  await page.getByRole('link', { name: /Room 107: raised/ }).waitFor()
  expect(faults).toEqual([])
})

rare('a copied link shows a colleague the same hours, whenever it is opened', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page, { searchFilters: { range: 'last24hours', sensors: ['CO'] } })
  const filters = (address: string) => JSON.parse(new URL(address).searchParams.get('searchFilters') ?? '{}')
  await expect.poll(() => filters(page.url()).endTime).toBeGreaterThan(Date.now())
  const { startTime, endTime } = filters(page.url())
  await page.getByRole('button', { name: 'Copy link' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Link copied' }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(filters(link)).toEqual({ range: 'custom', startTime, endTime, sensors: ['CO'] })
  expect(new URL(link).searchParams.get('deviceId')).toBe(room.id)
  expect(new URL(link).searchParams.get('siteId')).toBe(siteId)
  expect(filters(page.url()).range).toBe('last24hours')
  await page.goto(link)
  await page.getByRole('list', { name: 'Lowest, mean and highest values' }).waitFor()
  expect(await page.getByRole('button', { name: 'CO', exact: true, pressed: true }).count()).toBe(1)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the page is accessible and fits the screen, as a chart and as a table', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await open(page)
    const found = await look(page, 'historical', screen)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('table', { name: /^Sensor data of Room 104/ }).waitFor()
    found.push(...(await look(page, 'historical-table', screen)))
    await open(page, { deviceId: JSON.stringify([room.id, rooms.beside.id]) })
    await page.getByRole('slider', { name: /Read values over time/ }).focus()
    await settle(page)
    found.push(...(await look(page, 'historical-devices', screen)))
    expect([...found, ...faults]).toEqual([])
  })
})
