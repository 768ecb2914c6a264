import { readFile } from 'node:fs/promises'
import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let siteId: string

const minute = 60_000
/** The last minute with a reading. */
const end = Math.floor(Date.now() / minute) * minute

/** ECO2 and temperature of each room, by the number of minutes ago. */
const rooms: Readonly<Record<string, (ago: number) => { ECO2?: number; temperature: number } | undefined>> = {
  'Room 214': (ago) => ({ ECO2: 2400 - ago, temperature: 22 }),
  'Room 208': (ago) => ({ ECO2: 1300 - (ago % 7), temperature: 16 + (ago % 3) / 10 }),
  Library: (ago) => ({ ECO2: 700 + (ago % 9), temperature: 22 + (ago % 3) / 10 }),
  'Music Room': () => ({ ECO2: 847, temperature: 21 }),
  // Its sensor for carbon dioxide has failed.
  Lab: (ago) => ({ ...(ago >= 200 && { ECO2: 600 + (ago % 9) }), temperature: 21 + (ago % 3) / 10 }),
  'Gym Lobby': (ago) => (ago < 120 ? undefined : { ECO2: 500 + (ago % 9), temperature: 20 }),
}

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
  for (const [name, valuesAt] of Object.entries(rooms)) {
    const sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, name, siteId))
    const samples = Array.from({ length: 240 }, (_, n) => n + 1).flatMap((left) => {
      const ago = 240 - left
      const readings = valuesAt(ago)
      return readings ? [{ at: end - ago * minute, readings }] : []
    })
    await sensor.publish(samples)
    await sensor.close()
  }
  // The others stay current however long the tests take.
  await portal.sql(`update device set settings = '{"ReportInterval": 3600}' where name <> 'Gym Lobby'`)
})
afterAll(() => portal?.stop())

async function open(page: Page, search: Record<string, string> = {}) {
  await page.goto(`${portal.url}/devices/all-rooms?${new URLSearchParams({ siteId, ...search })}`)
  await page.getByRole('heading', { level: 1, name: /poor|Highest|rooms/ }).waitFor()
}

const wall = (page: Page) => page.getByRole('list', { name: 'All rooms' }).getByRole('listitem')

test('the worst room comes first, and rooms without a current value last, with the reason', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  await page
    .getByRole('heading', { level: 1, name: '1 room poor, 1 fair, 1 fine; 3 cannot be judged' })
    .waitFor()
  await page.getByText('Worst is Room 214 at 2,400 ppm.').waitFor()
  const tiles = await wall(page).allInnerTexts()
  expect(tiles.map((text) => text.split('\n')[0])).toEqual([
    'Room 214',
    'Room 208',
    'Library',
    'Gym Lobby',
    'Lab',
    'Music Room',
  ])
  expect(tiles[0]).toMatch(/2,400[\s\S]*Poor/)
  expect(tiles[3]).toMatch(/h old|min old/)
  expect(tiles[4]).toMatch(/60\d[\s\S]*last value about/)
  expect(tiles[4]).not.toMatch(/Excellent|Good/)
  expect(tiles[5]).toContain('same since')
  expect(tiles[5]).toMatch(/stuck at one value within [3-5] h/)

  await page.getByRole('button', { name: 'Temperature' }).click()
  await page.getByRole('heading', { level: 1, name: /^1 room poor/ }).waitFor()
  await expect.poll(async () => (await wall(page).allInnerTexts())[0]).toMatch(/^Room 208/)
  expect(new URL(page.url()).searchParams.get('sensor')).toBe('temperature')
  await wall(page)
    .getByRole('link', { name: /^Room 208/ })
    .click()
  await page.waitForURL('**/devices/historical-sensor-data?**')
  await page.getByText('Room 208').first().waitFor()
  expect(faults).toEqual([])
})

rare(
  'without curves and data quality, the values are shown, and nothing is said about their quality',
  async () => {
    const { page } = await visit()
    await haveSession(page, portal.url)
    const series = '**/data/sensors/graphical/all?**'
    await page.route(series, (route) => route.fulfill({ status: 400, json: {} }))
    await open(page)
    await page.getByText('Data quality and curves are not available.').waitFor()
    expect((await wall(page).allInnerTexts()).join()).not.toContain('no data within')
    await page.unroute(series)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(async () => (await wall(page).allInnerTexts()).join()).toContain('no data within')
    await page.getByText('Data quality and curves are not available.').waitFor({ state: 'detached' })
  },
)

rare('rooms are compared in one chart, which the address keeps', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('Choose up to six rooms below.').waitFor()
  await wall(page)
    .getByRole('button', { name: /^Room 214/ })
    .click()
  await wall(page)
    .getByRole('button', { name: /Library/ })
    .click()
  await page.getByRole('img', { name: 'The last 24 hours of Room 214, Library' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '2 rooms compared' }).waitFor()
  await page.getByRole('button', { name: 'Remove Library from the comparison' }).click()
  await page.getByRole('heading', { name: '1 room compared' }).waitFor()
  await page.getByRole('button', { name: 'Stop comparing' }).click()
  await page.getByRole('heading', { name: '1 room compared' }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

rare('the table has the last day in numbers, and its file the same', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page, { view: 'table' })
  const row = page.getByRole('row', { name: /Room 214/ })
  await expect.poll(() => row.innerText()).toMatch(/2,400[\s\S]*Poor[\s\S]*2,161[\s\S]*2,28[01][\s\S]*2,400/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /CSV/ }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toMatch(/Room 214,North Hall,2400,Poor,2161,2280\.5,2400,"?no data, /)
  expect(faults).toEqual([])
})

rare('a reader who prefers imperial units sees the same order in °F', async () => {
  const person = await makePerson(portal, { name: 'Imperial Reader', role: 'Viewer' })
  await portal.sql(`update app_user set settings = '{"Measurement": "Imperial"}' where email = $1`, [
    person.email,
  ])
  const { page, faults } = await visit({ timezoneId: 'Asia/Tokyo' })
  await haveSession(page, portal.url, person)
  await open(page, { sensor: 'temperature' })
  await expect
    .poll(async () => (await wall(page).allInnerTexts())[0])
    .toMatch(/^Room 208[\s\S]*60\.8[\s\S]*°F/)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the wall with a comparison is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await open(page, { compare: JSON.stringify([]) })
    await wall(page)
      .getByRole('button', { name: /^Room 214/ })
      .click()
    await wall(page)
      .getByRole('button', { name: /^Room 208/ })
      .click()
    await page.getByRole('img', { name: /The last 24 hours/ }).waitFor()
    expect([...(await look(page, 'all-rooms', screen)), ...faults]).toEqual([])
  })

  rare('so is the table', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await open(page, { view: 'table' })
    expect([...(await look(page, 'all-rooms-table', screen)), ...faults]).toEqual([])
  })
})
