import { sites } from '@eot/contract/sites'
import { startWeatherService } from '@eot/server/test/weather-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
const service = await startWeatherService()
service.places.set('Northfield', [
  { name: 'Northfield', latitude: 44.4583, longitude: -93.1616, country_code: 'US', admin1: 'Minnesota' },
])
let portal: TestPortal
let ask: Ask
let school: string
let room: Room

beforeAll(async () => {
  portal = await startPortal({ WEATHER_URL: service.url, EGRESS_ALLOW: '127.0.0.1' })
  ask = await signInToApi(portal.url)
  const body = { Name: 'Lincoln High', City: 'Northfield', State: 'MN', TimeZone: 'America/Chicago' }
  school = (await ask(sites.create, { body })).Id
  room = await makeRoom(ask, 'Room 104', school)
  const sensor = await connectSensor(portal.mqttUrl, room)
  const now = Date.now()
  await sensor.publish(
    Array.from({ length: 96 }, (_, n) => ({
      at: now - n * 15 * 60_000,
      readings: { temperature: 21.5, humidity: 38, vape: 1 },
    })),
  )
  await sensor.close()
})
afterAll(async () => {
  await portal?.stop()
  await service.stop()
})

declare const window: { scrollTo(x: number, y: number): void }
declare const document: { body: { scrollHeight: number } }

/** The card below the first screen, which loads when the reader comes near it. */
async function openWeather(page: Page) {
  await page.goto(`${portal.url}/dashboard?siteId=${school}`)
  await page.locator('.below').waitFor({ state: 'attached' })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const card = page.locator('.weather-card')
  await card.getByText(/Northfield/).waitFor()
  return card
}

test.each(screens)(
  'the dashboard shows the weather outside beside the means inside at $width px',
  async (screen) => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    const card = await openWeather(page)
    await card.getByText('7 °C').waitFor()
    await card.getByText('Few clouds, 64 %RH').waitFor()
    await card.getByText('21.5 °C, 38 %RH').waitFor()
    expect(await card.getByRole('list', { name: 'The next hours' }).getByRole('listitem').count()).toBe(6)
    expect(await card.getByRole('link', { name: 'Open-Meteo.com' }).getAttribute('href')).toBe(
      'https://open-meteo.com/',
    )
    expect(await look(page, 'weather-dashboard', screen)).toEqual([])
    expect(faults).toEqual([])
  },
)

test('people of a site with Imperial units read the weather in °F', async () => {
  await ask(sites.update, { params: { id: school }, body: { Settings: { Measurement: 'Imperial' } } })
  try {
    const viewer = await makePerson(portal, { name: 'Vera Viewer', role: 'Viewer', site: 'Lincoln High' })
    const { page, faults } = await visit()
    await haveSession(page, portal.url, viewer)
    await openWeather(page)
    await page.locator('.weather-card').getByText('45 °F').waitFor()
    await page.locator('.weather-card').getByText('70.7 °F, 38 %RH').waitFor()
    expect(faults).toEqual([])
  } finally {
    await ask(sites.update, { params: { id: school }, body: { Settings: { Measurement: 'Metric' } } })
  }
})

test.each(screens)(
  'historical sensor data has the weather as figures, and draws it on request, at $width px',
  async (screen) => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    const query = new URLSearchParams({
      siteId: school,
      deviceId: room.id,
      searchFilters: '{"range":"last24hours"}',
    })
    await page.goto(`${portal.url}/devices/historical-sensor-data?${query}`)
    const figures = page.getByRole('list', { name: 'Lowest, mean and highest values' })
    await figures.getByText('outdoors −2.0 to 9.5').waitFor()
    await figures.getByText('outdoors 60 to 60').waitFor()
    expect(await page.locator('.history-outdoors').count()).toBe(0)
    await page.getByRole('button', { name: 'Outdoors', pressed: false }).click()
    await page.locator('.history-outdoors').nth(1).waitFor({ state: 'attached' })
    expect(JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}').outdoors).toBe(true)
    await page.getByRole('link', { name: 'Open-Meteo.com' }).waitFor()
    expect(await look(page, 'weather-historical', screen)).toEqual([])
    expect(faults).toEqual([])
  },
)

test.each(screens)(
  'the page of a site says where its weather is, and takes another point, at $width px',
  async (screen) => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/site?siteId=${school}`)
    const card = page.getByRole('region', { name: 'Weather' })
    await card.getByText('Northfield, Minnesota, found by the address.').waitFor()
    await card.getByLabel('Coordinates').fill('somewhere')
    await page.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Please enter latitude and longitude').waitFor()
    await card.getByLabel('Coordinates').fill('44.95, -93.09')
    await page.getByRole('button', { name: 'Save' }).click()
    await card.getByText('44.95, −93.09, as set here.').waitFor()
    expect(await look(page, 'weather-site', screen)).toEqual([])
    await card.getByLabel('Coordinates').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await card.getByText('found by the address').waitFor()
    expect(faults).toEqual([])
  },
)
