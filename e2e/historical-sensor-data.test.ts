import { readFile } from 'node:fs/promises'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { listPageFaults } from './src/page-faults.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom, type Room } from './src/rooms.ts'
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
declare const navigator: {
  clipboard: { readText(): Promise<string>; writeText(text: string): Promise<void> }
}
declare const getSelection: () => { toString(): string }

const visit = useBrowser()
let portal: TestPortal
let room: Room
let beside: Room
let siteId: string

const minute = 60_000
const hour = 60 * minute
/** A full hour, half a day ago. */
const start = Math.floor(Date.now() / hour) * hour - 12 * hour

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const body = { Name: 'North Hall', TimeZone: 'America/Chicago' }
  siteId = (await ask(sites.create, { body })).Id
  room = await makeRoom(ask, 'Room 104', siteId)
  beside = await makeRoom(ask, 'Room 105', siteId)
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
})
afterAll(() => portal?.stop())

/** Adds ended alerts, the first of which began at `from`. */
const addAlerts = ({ id }: Room, from: number, { count, everyMs }: { count: number; everyMs: number }) =>
  portal.sql(
    `insert into alert (id, device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity, started_at, ended_at)
     select gen_random_uuid(), device.no, device.id, site.id, site.path, '[]', site.name, device.name, site.time_zone, 'Temperature', 'Serious', started_at, started_at + interval '1 second'
     from device join site on site.id = device.site_id, generate_series(0, $3 - 1) n, to_timestamp(($2::float8 + n * $4) / 1000) started_at
     where device.id = $1`,
    [id, from, count, everyMs],
  )

async function makeReader(name: string, Settings: { Measurement?: 'Imperial'; Language?: 'es' }) {
  const reader = await makePerson(portal, { name, role: 'System Administrator' })
  const ask = await signInToApi(portal.url, reader)
  const { Id } = await ask(users.me, {})
  await ask(users.update, { params: { id: Id }, body: { Settings } })
  return reader
}

async function open(page: Page, search: Record<string, unknown> = {}) {
  const { searchFilters = { range: 'last24hours' }, ...rest } = search
  const query = new URLSearchParams({ siteId, deviceId: room.id, ...(rest as Record<string, string>) })
  query.set('searchFilters', JSON.stringify(searchFilters))
  await page.goto(`${portal.url}/devices/historical-sensor-data?${query}`)
  await page.getByRole('list', { name: 'Lowest, mean and highest values' }).waitFor()
}

const figures = (page: Page, sensor: string) =>
  page
    .getByRole('list', { name: 'Lowest, mean and highest values' })
    .getByRole('listitem')
    .filter({ hasText: sensor })
    .innerText()

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
  await page.mouse.up()
  const filters = () => JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}')
  await expect.poll(() => filters().range).toBe('custom')
  const { startTime, endTime } = filters()
  expect(endTime - startTime).toBeGreaterThan(5 * hour)
  expect(endTime - startTime).toBeLessThan(8 * hour)
  expect(faults).toEqual([])
})

rare('compares with another device and with the period before', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Find a device' }).fill('105')
  await page.getByRole('button', { name: /^Room 105/ }).click()
  await expect.poll(() => figures(page, 'Temperature')).toContain('compared: 23.5')
  await page.getByRole('button', { name: 'Compared with Room 105' }).click()
  await page.getByRole('button', { name: 'The period before' }).click()
  await page.getByRole('button', { name: 'Compared with The period before' }).waitFor()
  await expect.poll(() => figures(page, 'Temperature')).not.toContain('compared')
  await page.getByRole('button', { name: 'Stop comparing' }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).waitFor()
  expect(faults).toEqual([])
})

rare('the values at a time are read by keyboard, in the units of the reader', async () => {
  const reader = await makeReader('Imperial Reader', { Measurement: 'Imperial' })
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
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const lines = text.trim().split('\r\n')
  // With rows for the gaps before, within and after the readings.
  expect(lines).toHaveLength(100)
  expect(lines[0]).toContain('Time (UTC),Time (America/Chicago)')
  expect(lines[1]).toContain(',no data')
  expect(lines[2]).toContain(`${new Date(start).toISOString()},`)
  expect(lines[2]).toContain(',stuck at one value')
  expect(faults).toEqual([])
})

rare('the chart is downloaded as a picture with its colors and lines', async () => {
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

/** In the browser. */
declare function getComputedStyle(element: object): { fill: string }

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

rare(
  'all alerts of the range are marked, up to a limit that is stated, and one is reached by keyboard',
  async () => {
    const ask = await signInToApi(portal.url)
    const busy = await makeRoom(ask, 'Room 106', siteId)
    const sensor = await connectSensor(portal.mqttUrl, busy)
    await sensor.publish([{ at: start, readings: { temperature: 20 } }])
    await sensor.close()
    await addAlerts(busy, start, { count: 450, everyMs: minute })
    await addAlerts(busy, start - 48 * hour, { count: 600, everyMs: minute })
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
    expect(await flags.count()).toBe(1000)
    expect(faults).toEqual([])
  },
)

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
  await addAlerts(late, at + hour, { count: 1, everyMs: minute })
  await page.clock.fastForward(61_000)
  await expect.poll(() => figures(page, 'Temperature')).toMatch(/20\.0[\s\S]*25\.0[\s\S]*30\.0/)
  await page.getByRole('link', { name: /Room 107: raised/ }).waitFor()
  expect(faults).toEqual([])
})

test('a copied link shows a colleague the same hours, whenever it is opened', async () => {
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

rare('a link that the browser does not copy is shown, to be copied by hand', async () => {
  const reader = await makeReader('Ana Lectora', { Language: 'es' })
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

rare('a range without data says so', async () => {
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

describe.each(screens)('at $width px', (screen) => {
  rare('the page is accessible and fits the screen, as a chart and as a table', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await open(page)
    const found = await look(page, 'historical', screen)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('table', { name: /^Sensor data of Room 104/ }).waitFor()
    found.push(...(await look(page, 'historical-table', screen)))
    expect([...found, ...faults]).toEqual([])
  })
})
