import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let room: Room
let siteId: string
let sensor: SensorClient

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  room = await makeRoom(ask, 'Room 104', siteId)
  sensor = await connectSensor(portal.mqttUrl, room)
})
afterAll(async () => {
  await sensor?.close()
  await portal?.stop()
})

const calm = { particulate: 3, TVOC: 90, motion: 0, ECO2: 300, temperature: 18, vape: 2, noise: 40 }

rare.each(screens)('the live page of a silent device is accessible at $width px', async (screen) => {
  const ask = await signInToApi(portal.url)
  const silent = await makeRoom(ask, 'Depot', siteId)
  const client = await connectSensor(portal.mqttUrl, silent)
  await client.publish({ at: Date.now() - 20 * 60_000, readings: { ...calm, CO: 1, NO2: 5, NH3: 1 } })
  await client.close()
  const { page, faults } = await visit(screenOptions(screen))
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices/live-sensor-data?siteId=${siteId}&deviceId=${silent.id}`)
  await page.getByText('No data for 20 min').first().waitFor()
  expect([...(await look(page, 'live-silent', screen)), ...faults]).toEqual([])
})

test('an alert raised while the live page is open gets its line immediately, and only one', async () => {
  await sensor.publish({ readings: calm })
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices/live-sensor-data?siteId=${siteId}&deviceId=${room.id}`)
  const line = (name: string) => page.getByRole('button', { name: `Remove ${name} from the chart` })
  await line('TVOC').waitFor()
  expect(await line('Vape').count()).toBe(0)
  // All values are far below their limits, so the scale follows the values.
  await page.getByText('alert level (100%) is above this scale').waitFor()
  // The subscript must be part of the word, without a gap or line break before it.
  expect(await line('CO₂ (estimated)').innerText()).toBe('CO2 (estimated)')

  await sensor.publish({ readings: { ...calm, vape: 81 } })
  await line('Vape').waitFor()
  await page.getByText('alert level', { exact: true }).waitFor()

  await line('Vape').click()
  await line('Vape').waitFor({ state: 'detached' })
  await sensor.publish({ readings: { ...calm, vape: 85 } })
  await expect.poll(() => page.getByRole('button', { name: /^Vape/ }).innerText()).toContain('85')
  expect(await line('Vape').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a page is live only after the server has answered its catch-up, which is repeated after a failure', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  let requests = 0
  await page.route('**/api/live/events*', (route) => {
    requests += 1
    return requests === 1 ? route.fulfill({ status: 500, json: {} }) : route.fallback()
  })
  await page.goto(`${portal.url}/devices/live-sensor-data?siteId=${siteId}&deviceId=${room.id}`)
  await page.locator('.live-state', { hasText: 'Live' }).waitFor()
  expect(requests).toBe(2)
})

rare('the words at the end of a line stay within the chart', async () => {
  const ask = await signInToApi(portal.url)
  const stuffy = await makeRoom(ask, 'Room 105', siteId)
  const client = await connectSensor(portal.mqttUrl, stuffy)
  await client.publish({ readings: { ...calm, ECO2: 1204 } })
  await client.close()
  const { page } = await visit({ locale: 'en-US' })
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices/live-sensor-data?siteId=${siteId}&deviceId=${stuffy.id}`)
  const chart = page.locator('.stream .plot')
  const words = await chart.locator('.plot-label', { hasText: '1,204' }).boundingBox()
  const room = await chart.boundingBox()
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0))
})

rare('the live page of a room whose site moves out of reach says that the site is not found', async () => {
  const ask = await signInToApi(portal.url)
  const [ours, theirs] = [
    await ask(sites.create, { body: { Name: 'Our District' } }),
    await ask(sites.create, { body: { Name: 'Their District' } }),
  ]
  const school = await ask(sites.create, { body: { Name: 'Elm School', ParentSite: ours.Id } })
  const lab = await makeRoom(ask, 'Elm Lab', school.Id)
  const person = await makePerson(portal, {
    name: 'Mona Manager',
    role: 'Site Manager',
    site: 'Our District',
  })
  const client = await connectSensor(portal.mqttUrl, lab)
  await client.publish({ readings: calm })
  await client.close()
  const { page } = await visit()
  await haveSession(page, portal.url, person)
  await page.goto(`${portal.url}/devices/live-sensor-data?siteId=${school.Id}&deviceId=${lab.id}`)
  await page.locator('#main').getByText('Elm School').first().waitFor()
  await ask(sites.move, { body: { SiteIds: [school.Id], ParentSite: theirs.Id } })
  await page.waitForURL('**/sitenotfound?**')
  await page.locator('#main').getByRole('heading', { name: 'Site Not Found' }).waitFor()
})
