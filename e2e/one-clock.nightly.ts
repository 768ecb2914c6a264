import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession, signIn } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let room: Room
const site = { district: '', north: '' }
/** Two neighboring zones where no day begins during the test, since a time before midnight is shown with its day. */
const americanMidnight = new Date().getUTCHours() >= 3 && new Date().getUTCHours() <= 6
const [west, east] = americanMidnight
  ? [
      { zone: 'Europe/Paris', name: 'Central European Time' },
      { zone: 'Europe/Athens', name: 'Eastern European Time' },
    ]
  : [
      { zone: 'America/Chicago', name: 'Central Time' },
      { zone: 'America/New_York', name: 'Eastern Time' },
    ]
/** Start of the alert: a full minute, so that it reads the same with and without seconds. */
const raisedAt = Math.floor(Date.now() / 60_000) * 60_000 - 60_000

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  site.district = (await ask(sites.create, { body: { Name: 'District', TimeZone: west.zone } })).Id
  const body = { Name: 'North Hall', ParentSite: site.district, TimeZone: east.zone }
  site.north = (await ask(sites.create, { body })).Id
  room = await makeRoom(ask, 'Room 104', site.north)
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ at: raisedAt, readings: { vape: 90, temperature: 20 } })
  await sensor.close()
})
afterAll(() => portal?.stop())

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(raisedAt)

describe.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('at $width px', (viewport) => {
  test("an alert of a site in another time zone shows the time of the page's zone next to its local time", async () => {
    const { page, faults } = await visit({ viewport })
    await signIn(page, portal.url)
    const [shown, local] = [clockIn(west.zone), `${clockIn(east.zone)} ${east.name}`]
    await page.goto(`${portal.url}/dashboard?siteId=${site.district}`)
    const open = page.locator('.open article').first()
    await open.getByText(`since ${shown}`).waitFor()
    await expect.poll(() => open.innerText()).toContain(local)
    const latest = page.locator('.latest li').first()
    await expect.poll(() => latest.innerText()).toContain(local)

    await page.goto(`${portal.url}/alerts?siteId=${site.district}`)
    const alert = page.getByRole('main').getByRole('link', { name: 'Room 104' }).first()
    const list = page.getByRole('region', { name: 'Alerts' }).first()
    await expect.poll(() => list.locator('time').first().innerText()).toMatch(new RegExp(`^${shown}`))
    await expect.poll(() => list.innerText()).toContain(local)
    await alert.click()
    const history = page.getByLabel('Alert details').locator('.timeline')
    await expect.poll(() => history.locator('time').first().innerText()).toMatch(new RegExp(`^${shown}`))
    await expect.poll(() => history.innerText()).toContain(local)
    await page.getByLabel('Alert details').getByText(west.name).waitFor()

    await page.goto(`${portal.url}/devices/live-sensor-data?siteId=${site.district}&deviceId=${room.id}`)
    await expect.poll(() => page.getByRole('main').innerText()).toContain(shown)
    await page.getByLabel('Device status').getByText(east.name).waitFor()
    expect(faults).toEqual([])
  })

  test('within one time zone no local time is shown', async () => {
    const { page } = await visit({ viewport })
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/alerts?siteId=${site.north}`)
    const list = page.getByRole('region', { name: 'Alerts' }).first()
    const shown = clockIn(east.zone)
    await expect.poll(() => list.locator('time').first().innerText()).toMatch(new RegExp(`^${shown}`))
    expect(await list.innerText()).not.toContain(east.name)
  })
})
